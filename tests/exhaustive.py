"""What `make test-all` adds to `make test`: every command of the docs, the bits of every study, products where `make
test` has a few, and what takes long to show again what a shorter test shows.

A test is named by its file and function. Behind it stand the parameters that `make test` runs nevertheless, or after
BUT those that it leaves out; without any, it leaves out the test."""

from __future__ import annotations

BUT = "but"

EXHAUSTIVE: dict[str, tuple[str, ...]] = {
    # The docs: every command, every page.
    "test_docs::test_commands": (),
    "test_docs::test_python": (
        "README.md", "docs/first-verdict.md", "docs/tutorials/teacher.md", "docs/tutorials/researcher.md",
        "docs/monte-carlo.md", "docs/notebooks.md",
    ),
    "test_wheel::test_installed_on_its_own": (),
    "test_wheel::test_the_story_to_its_end_by_mouse": (),
    "test_wheel::test_the_lab_is_served_whole": (),
    # The same bits: every study, interpreted, on a simulated GPU, for any number of threads.
    "test_checksums::test_a_cell_of_every_study": (
        "emm/fig6", "emm/pruning", "althofer/pathology", "nau/fig7", "nau/puzzle", "bab/fig2", "cwl/threshold",
        "beyond/all-nodes",
    ),
    "test_interpreted::test_results_are_the_same_bits_with_compiling_switched_off": (),
    "test_gpu::test_a_gpu_finds_the_processors_numbers": ("small-7",),
    "test_gpu::test_processors_and_a_gpu_share_the_cells": ("stuck",),
    "test_threads::test_tables_and_lists_of_moves": ("KRK-crews0",),
    "test_threads::test_a_decision_on_a_tree": ("emm",),
    "test_threads::test_searches_that_prune_are_not_cut": (),
    "test_bind::test_searches_with_all_their_levels": (),
    "test_messages::test_decide_on_trees_interpreted_and_compiled": ("bare",),
    "test_messages::test_decide_in_games": ("bare",),
    # Studies and their claims.
    "test_checks_can_fail::test_checks_tell_false_from_true": (
        BUT, "althofer/evaluation", "nau/fig13", "nau/fig12", "nau/background-errors", "beyond/surface-1m",
        "beyond/ceiling-mixed", "beyond/ceiling", "emm/pruning", "beyond/law", "nau/one-player-trees",
    ),
    "test_bab::test_every_claim_is_judged_and_the_figure_drawn": ("bab/fig2", "bab/fig4a", "althofer/nodes"),
    "test_nau_studies::test_studies_judge_and_draw": ("nau/fig10",),
    "test_nau_studies::test_surfaces": ("nau/fig9",),
    "test_nau_kalah::test_decision_errors_are_those_of_plain_recursion": ("2-7-True",),
    "test_whole_games::test_the_percentages_in_print": (),
    "test_champions::test_the_same_again_with_real_engines": (),
    "test_studies::test_the_same_numbers_for_any_number_of_workers_and_after_a_kill": (),
    "test_studies::test_a_script_without_a_guard": (),
    "test_cluster::test_no_cell_is_lost_when_three_of_eight_workers_are_killed": (),
    "test_cluster::test_workers_that_all_go_away": (),
    "test_bench::test_both_sides_see_the_same_nodes": (BUT, "easyai-2"),
    "test_bench::test_tic_tac_toe_has_its_known_number_of_nodes": (),
    # Searches and games.
    "test_searches::test_pruned_emm_on_p_games": (BUT, "5-5802"),
    "test_solve::test_it_is_the_library_s": (),
    "test_openspiel_games::test_the_doctor_on_openspiel": (BUT, "pig", "breakthrough(rows=6,columns=5)"),
    "test_bad_input::test_the_library_answers_in_one_sentence": (BUT, "too deep for Python"),
    # The doctor.
    "test_doctor_bugs::test_other_rules_are_tried_on_the_same_positions": (),
    "test_doctor_checks::test_what_was_planted_is_found": ("nothing to find", "pathological", "tie-breaking"),
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
    name, _, parameter = nodeid.removeprefix("tests/").replace(".py::", "::").partition("[")
    if name not in EXHAUSTIVE:
        return False
    named = EXHAUSTIVE[name]
    return (parameter[:-1] in named) == (BUT in named)
