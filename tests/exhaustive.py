"""What `make test-all` adds to `make test`: every command of the docs, the bits of every study, products where `make
test` has a few, and what takes long to show again what a shorter test shows.

A test is named by its file and function. Behind it stand the parameters that `make test` runs nevertheless, or after
BUT those that it leaves out; without any, it leaves out the test."""

BUT = "but"
COLLECTED: set[str] = set()  # tests of this run, named as below, with their parameters

EXHAUSTIVE: dict[str, tuple[str, ...]] = {
    # The docs: every command, every page.
    "test_docs::test_commands": (),
    "test_docs::test_python": (
        "README.md", "docs/first-verdict.md", "docs/tutorials/teacher.md", "docs/tutorials/researcher.md",
        "docs/monte-carlo.md", "docs/notebooks.md",
    ),
    "test_lab_screens::test_screens": ("1920",),
    "test_lab_scripts::test_a_script_for_the_class": (
        BUT, "minimax begins right 43 times one move ahead and 42 times seven moves ahead, EMM 43 and 49 times",
        "from the starts 0 to 4, three moves ahead, it does not get home in 100 moves.",
    ),
    "test_doctor_evaluators::test_a_net_is_not_suspected_because_it_is_sure_or_not_quite_even": ("strong",),
    "test_doctor_evaluators::test_a_net_that_sees_something_else_is_suspected": ("strong-half_mirrored",),
    "test_doctor_ruled_out::test_what_is_ruled_out_would_have_been_seen": (
        "an uneven evaluator", "a wrong table inside one search",
    ),
    "test_doctor_logs::test_real_runs_of_inspect": ("eval-peaks",),
    "test_doctor_logs::test_planted_imitators": ("cut",),
    "test_doctor_logs::test_runs_that_differ_are_refused_unless_allowed": (),
    "test_doctor_logs::test_other_settings_a_judge_that_is_not_steady_and_what_was_seen": (),
    "test_doctor_logs::test_votes_and_length_that_was_observed": (),
    "test_doctor_logs::test_a_large_log_is_streamed": ("16",),
    "test_doctor_reports::test_a_report_does_not_contradict_itself": ("a table, nim", "one ply too few", "fall"),
    "test_wheel::test_installed_on_its_own": (),
    "test_wheel::test_installed_by_what_people_use": (),
    "test_wheel::test_a_type_checker_sees_the_types": (),
    "test_wheel::test_the_tests_of_the_source_archive_run": (),
    "test_wheel::test_the_story_to_its_end_by_mouse": (),
    "test_wheel::test_the_story_to_its_end_by_keyboard": (),
    "test_wheel::test_the_lab_is_served_whole": (),
    "test_site::test_the_site": (),
    "test_paper::test_the_paper_is_made_without_a_warning": (),
    # The same bits: every study, interpreted, on a simulated GPU, for any number of threads.
    "test_checksums::test_a_cell_of_every_study": (
        "emm/fig6", "althofer/pathology", "nau/fig7", "nau/puzzle", "bab/fig2", "cwl/threshold",
        "beyond/all-nodes",
    ),
    "test_interpreted::test_results_are_the_same_bits_with_compiling_switched_off": (),
    "test_gpu::test_a_gpu_finds_the_processors_numbers": (),
    "test_gpu::test_processors_and_a_gpu_share_the_cells": (),
    "test_threads::test_tables_and_lists_of_moves": ("KRK-crews0",),
    "test_threads::test_a_decision_on_a_tree": ("emm",),
    "test_threads::test_searches_that_prune_are_not_cut": (),
    "test_bind::test_searches_with_all_their_levels": (),
    "test_messages::test_decide_on_trees_interpreted_and_compiled": (),
    "test_messages::test_decide_in_games": (),
    "test_messages::test_sweeps_over_state_spaces": (),
    "test_messages::test_explain_and_trace": (),
    # Compiled and interpreted, rule by rule; what each rule says is tested interpreted.
    "test_sweeps::test_scores_and_decisions": ("minimax", "emm", "product", "minimin"),
    "test_rules::test_small_sweeps_are_interpreted_with_the_same_bits": ("minimax", "emm", "vote"),
    "test_sweeps::test_all_granularities_at_once": (),
    "test_sweeps::test_more_granularities_than_one_row_holds": (),
    "test_monte_carlo::test_compiled_and_interpreted_agree": ("mean", "emm"),
    "test_monte_carlo_games::test_kernels_and_python_grow_the_same_tree": (),
    "test_match::test_the_same_seed_gives_the_same_games": (),
    "test_match::test_compiled_and_interpreted_matches_agree": (),
    "test_ties::test_compiled_searches_find_every_tie": ("minimax", "althofer"),
    "test_ties::test_every_front_door_finds_every_tie": ("0", "1", "2", "3", "4", "5", "6", "7"),
    "test_deepening::test_compiled_or_not_it_is_the_same_search": (),
    "test_searches::test_a_compiled_game_gives_what_its_tree_gives": (),
    "test_solve::test_lights_out_comes_to_a_verdict": (),
    "test_nau_kalah::test_the_graph_is_every_position_once_ply_by_ply": (),
    "test_nau_kalah::test_all_granularities_of_one_search_are_those_of_a_search_each": (),
    "test_nau_endgames::test_roots_are_wins_of_white_far_from_mate": (),
    "test_deepening::test_othello_on_16_squares_is_lost_by_8_discs": (),
    "test_deepening::test_domineering_is_won_as_published": ("2-2-1", "3-3-1"),
    "test_survey::test_blocks_are_as_good_as_the_whole": (),
    "test_chess_endgame::test_every_distance_follows_from_one_step_of_lookahead": (),
    "test_models::test_a_game_depends_on_its_number_and_the_seed_alone": ("model0", "model1"),
    "test_bounded::test_the_value_is_inside_and_the_width_at_most_epsilon": (
        "uniform-full", "carry-parent", "equal-none",
    ),
    # Studies and their claims.
    "test_checks_can_fail::test_checks_tell_false_from_true": (
        BUT, "althofer/evaluation", "nau/fig13", "nau/fig12", "nau/background-errors", "beyond/surface-1m",
        "beyond/ceiling-mixed", "beyond/ceiling", "emm/pruning", "beyond/law", "nau/one-player-trees", "beyond/cure",
        "nau/champions", "nau/factors", "bab/fig4a", "bab/fig6b", "bab/fig6a", "nau/fig14", "nau/fig11",
        "beyond/equal-time", "emm/fig9", "emm/trees-of-types", "bab/fig4b", "nau/border", "beyond/learned",
        "beyond/cure-games", "althofer/pathology", "beyond/best-of-map", "nau/fig7", "nau/fig8", "nau/fig9", "emm/fig2",
        "beyond/equal-cost", "nau/buckets", "nau/background-similarity", "nau/similarity",
    ),
    "test_nau_exact::test_against_simulation": (),
    "test_nau_models::test_the_fused_search_is_that_of_plain_recursion": (
        "TopDown(b=3, g=6, s=0.0, sigma=0.1, height=3, reading='bucketed', noise='normal', boundary='parity', "
        "normalise='tree')",
    ),
    "test_althofer_studies::test_sampled_games_have_that_law": (),
    "test_bab::test_counts_and_bounds_are_those_of_the_algorithm": (
        "game0-full-True-False", "game1-parent-False-False", "game2-none-False-False", "game3-full-True-True",
    ),
    "test_bab::test_searches_are_those_of_the_front_door": ("options0", "options3"),
    "test_bab::test_likeliest_first_changes_no_value": (),
    "test_bab::test_ratios_are_those_of_the_front_door": (),
    "test_bab::test_every_claim_is_judged_and_the_figure_drawn": ("bab/fig2", "bab/fig4a"),
    "test_nau_studies::test_studies_judge_and_draw": ("nau/fig10",),
    "test_nau_studies::test_surfaces": ("nau/fig9",),
    "test_nau_kalah::test_decision_errors_are_those_of_plain_recursion": ("2-7-True",),
    "test_whole_games::test_the_percentages_in_print": (),
    "test_champions::test_the_same_again_with_real_engines": (),
    "test_studies::test_the_same_numbers_for_any_number_of_workers_and_after_a_kill": (),
    "test_studies::test_a_script_without_a_guard": (),
    "test_cluster::test_no_cell_is_lost_when_two_of_five_workers_are_killed": (),
    "test_cluster::test_workers_that_all_go_away": (),
    "test_bench::test_both_sides_see_the_same_nodes": ("bounded-2",),
    "test_bench::test_a_wrong_count_is_noticed": (),
    "test_cluster::test_ctrl_c_says_how_to_go_on": (),
    "test_cluster::test_a_scheduler_that_goes_away": (),
    "test_bench::test_tic_tac_toe_has_its_known_number_of_nodes": (),
    # Searches and games.
    "test_searches::test_pruned_emm_on_p_games": (),
    "test_searches::test_pruned_emm_on_n_games_seen_naturally": (),
    "test_searches::test_compiled_is_interpreted": (BUT, "tempered-pruned-odds"),
    "test_bounded::test_a_search_that_stops_early_needs_an_opinion": ("game1-False",),
    "test_bounded::test_alpha_beta_with_a_table_needs_an_opinion": (),
    "test_solve::test_it_is_the_library_s": (),
    "test_openspiel_games::test_the_doctor_on_openspiel": (BUT, "pig", "breakthrough(rows=6,columns=5)"),
    "test_bad_input::test_the_library_answers_in_one_sentence": (BUT, "too deep for Python"),
    "test_generated_input::test_all_of_it": (),
    # The doctor.
    "test_doctor_bugs::test_other_rules_are_tried_on_the_same_positions": (),
    "test_doctor_checks::test_what_was_planted_is_found": ("tie-breaking",),
    "test_doctor_trust::test_clusters_and_cells_hold_their_level": (),
    "test_doctor_bugs::test_a_bug_is_sent_to_the_search": ("the other side is not turned",),
    "test_doctor_bugs::test_a_sound_player_is_not_suspected": (BUT, "the rule althofer"),
    "test_doctor_evaluators::test_a_bug_in_an_evaluator_is_suspected": (
        BUT, "pawns: as large as a win-an evaluator as sure as a result",
        "drop: the last column is left out-an uneven evaluator",
    ),
    "test_doctor_evaluators::test_a_sound_evaluator_is_not_suspected": (
        BUT, "drop: noise on top", "drop: a table of cells",
    ),
    "test_doctor_simulations::test_the_doctor_says_what_was_planted": (),
    "test_doctor_workers::test_processes_that_begin_anew": (),
    "test_engines::test_positions_made_on_the_spot": (),
    # The lab.
    "test_lab_teaching::test_everybody_can_use_every_view": (),
    "test_lab_paper::test_every_view_is_printed_light_and_whole": (),
    "test_lab_server::test_the_map_that_comes_with_the_lab": (),
    "test_lab_robust::test_a_lab_that_is_lost_and_comes_back": (),
    "test_lab_robust::test_links_with_words_of_the_language": (),
    "test_lab_abuse::test_two_hundred_at_once": (),
    "test_lab_types::test_types": (),
}  # fmt: skip


def is_exhaustive(nodeid: str) -> bool:
    """Whether `make test` leaves out this test."""
    COLLECTED.add(nodeid.removeprefix("tests/").replace(".py::", "::"))
    name, _, parameter = nodeid.removeprefix("tests/").replace(".py::", "::").partition("[")
    if name not in EXHAUSTIVE:
        return False
    named = EXHAUSTIVE[name]
    return (parameter[:-1] in named) == (BUT in named)
