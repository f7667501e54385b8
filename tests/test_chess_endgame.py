"""Chess endgames: the moves against python-chess, whole tables against one step of lookahead and published counts."""

import random
from collections import Counter

import chess
import numpy as np
import pytest

import overthink as ot
from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.games.cache import folder
from overthink.games.chess import moves as rules
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.chess.moves import canonical
from overthink.games.chess.table import DRAWN, ILLEGAL, EndgameTable, distances
from overthink.measure.accuracy import p_err, right_moves
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import back_up, move_scores

KINDS = ["KRK", "KQK", "KKP", "KPK", "KBBK", "KBNK", "KQKR", "KRRK", "KNNK", "KRKP", "KQPK", "KBKN", "KKRR"]
# King and rook against king, Black to move: positions that no symmetry makes the same, by White's moves to mate.
# The chess (king-rook vs. king) data set, M. Bain and A. van Hoff, UCI Machine Learning Repository, 1994.
KRK_COUNTS = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
KRK_DRAWS = 2796


@kernel
def one_step(game, table, wrong):
    """How many positions are not what their moves make them, and one of them."""
    after = np.empty(rules.MOST_MOVES, np.int64)
    errors = 0
    for position in range(len(table)):
        if not rules_legal(game, position):
            expected = -2
        else:
            moves = rules_fill(game, position, after)
            soonest = 1000
            latest = -1
            drawn = False
            for i in range(moves):
                plies = table[after[i]]
                if plies < 0:
                    drawn = True
                elif plies % 2 == 0:
                    soonest = min(soonest, plies + 1)
                else:
                    latest = max(latest, plies + 1)
            if moves == 0:
                expected = 0 if rules_utility(game, position) != 0.0 else -1
            elif soonest < 1000:
                expected = soonest
            else:
                expected = -1 if drawn else latest
        if table[position] != expected:
            errors += 1
            wrong[0] = position
    return errors


rules_legal, rules_fill, rules_utility = rules.legal, rules.fill, rules.utility


@pytest.fixture(scope="module", params=["KRK", "KQK"])
def solved(request):
    game = ChessEndgame(request.param)
    return game, distances(game, lambda stage, share: None)


def sample(game, number, seed=0):
    """Random legal positions, some of them with a piece captured."""
    source = random.Random(f"{game.name} {seed}")
    while number:
        position = source.randrange(game.size)
        if source.random() < 0.1:
            man = source.choice([i for i, letter in enumerate(game.name) if letter != "K"])
            king = rules.square(position, int(game.context[rules.KINGS + man]))
            position = position & ~(63 << 6 * man) | int(king) << 6 * man
        if rules.legal(game.context, position):
            number -= 1
            yield position


@pytest.mark.parametrize("name", KINDS)
def test_moves_are_those_of_python_chess(name):
    game = ChessEndgame(name)
    seen = Counter()
    for position in sample(game, 150):
        board = chess.Board(game.fen(position))
        assert game.fen(game.position(board.fen())) == game.fen(position) == board.fen()
        assert game.mover(position) == (1 if board.turn else -1)
        over = board.is_insufficient_material()
        assert sorted(game.moves(position)) == ([] if over else sorted(move.uci() for move in board.legal_moves))
        for move, after in zip(game.moves(position), game.children(position)):
            assert rules.legal(game.context, after)
            board.push_uci(move)
            assert game.fen(after).split()[:2] == board.fen().split()[:2]
            board.pop()
        if not game.moves(position):
            assert game.utility(position) == (0 if not board.is_checkmate() else -1 if board.turn else 1)
        seen[over, game.whole(position)] += 1
    assert seen[False, True] and not all(whole for _, whole in seen)


def view(game, position):
    return int(canonical(game.context, position))


@pytest.mark.parametrize("name", KINDS)
def test_one_view_stands_for_all(name):
    """Turned by python-chess; with a pawn only left and right are the same."""
    game = ChessEndgame(name)
    turns = [lambda board: board, chess.flip_horizontal]
    if "P" not in name:
        turns += [chess.flip_vertical, chess.flip_diagonal, chess.flip_anti_diagonal]
        turns += [lambda board, turn=turn: turn(chess.flip_diagonal(board)) for turn in turns[1:3]]
        turns += [lambda board: chess.flip_vertical(chess.flip_horizontal(board))]
    for position in sample(game, 60, seed=4):
        if position >> (6 * game.men + 1):
            continue  # a promoted pawn is read back from FEN as the man it has become
        board = chess.Board(game.fen(position))
        views = {game.position(board.transform(turn).fen()) for turn in turns}
        assert {view(game, seen) for seen in views} == {view(game, position)} and view(game, position) in views
        assert canonical.interpreted(game.context, position) == view(game, position)


def perft(game, position, depth):
    return 1 if depth == 0 else sum(perft(game, after, depth - 1) for after in game.children(position))


def board_perft(board, depth):
    total = 0
    for move in list(board.legal_moves) if not board.is_insufficient_material() else []:
        board.push(move)
        total += board_perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return total


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("KQKR", "8/8/8/3k4/8/2r5/8/KQ6 w - - 0 1"),
        ("KPK", "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"),
        ("KKP", "8/8/8/8/8/k7/2p5/K7 b - - 0 1"),
        ("KBBK", "8/8/8/3k4/8/3B4/8/K1B5 b - - 0 1"),
        ("KRPK", "8/8/8/8/8/1k6/4P3/K2R4 w - - 0 1"),
    ],
)
def test_games_of_three_plies_are_as_many(name, fen):
    game = ChessEndgame(name)
    board = chess.Board(fen)
    assert perft(game, game.position(board.fen()), 3) == board_perft(board, 3)


@pytest.mark.exhaustive
def test_every_distance_follows_from_one_step_of_lookahead(solved):
    game, table = solved
    wrong = np.zeros(1, np.int64)
    assert one_step(game.context, table, wrong) == 0, game.fen(int(wrong[0]))


def test_longest_mates(solved):
    game, table = solved
    white, black = table[: game.size // 2], table[game.size // 2 :]
    assert (white.max() + 1) // 2 == {"KRK": 16, "KQK": 10}[game.name]
    assert black.max() == white.max() + 1
    assert not (white[white >= 0] % 2 == 0).any() and not (black[black >= 0] % 2).any()  # Black never wins


def test_rook_endgame_has_the_published_counts(solved):
    game, table = solved
    if game.name != "KRK":
        return
    positions = np.arange(game.size // 2, game.size)
    squares = np.array([(positions >> 6 * man) & 63 for man in range(3)])
    whole = (table[positions] != ILLEGAL) & (squares[0] != squares[1])
    squares, plies = squares[:, whole], table[positions[whole]]
    files, ranks = squares % 8, squares // 8
    turned = []
    for x, y in ((files, ranks), (ranks, files)):
        for left in (x, 7 - x):
            turned += [_packed(left + 8 * up) for up in (y, 7 - y)]
    first = np.unique(np.min(turned, axis=0), return_index=True)[1]
    counts = Counter(plies[first].tolist())
    assert counts.pop(DRAWN) == KRK_DRAWS
    assert counts == {2 * moves: number for moves, number in enumerate(KRK_COUNTS)}


def _packed(squares):
    return squares[0] + 64 * squares[1] + 4096 * squares[2]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("KQKRB", "KQKRB has 5 pieces. Use at most 4."),
        ("KPPK", "KPPK has two pawns. Use at most one."),
        ("KBK", "KBK has too few pieces for mate: every position is a draw. Add a piece."),
        ("QKR", "'QKR' is not an endgame. Write White's pieces, then Black's, each with the king first: KQKR."),
    ],
)
def test_other_endgames_are_refused(name, said):
    with pytest.raises(OverthinkError) as error:
        ChessEndgame(name)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("name", "fen", "said"),
    [
        ("KRK", "", "is not a FEN"),
        ("KRK", "8/8/8/8/8/8/8/KR5 w", "is not the board"),
        ("KRK", "8/8/8/8/8/8/8/KR6 w", "has no king"),
        ("KRK", "8/8/8/8/8/8/8/KQ5k b", "has pieces that are not in KRK"),
        ("KRK", "8/8/8/8/8/8/8/KR5k w", "is not a legal position"),
        ("KBBK", "8/8/8/3k4/8/3B4/8/KB6 b", "has pieces that are not in KBBK"),  # both bishops on light squares
    ],
)
def test_what_is_no_position_is_refused(name, fen, said):
    with pytest.raises(OverthinkError, match=said):
        ChessEndgame(name).position(fen)


def test_an_illegal_move_names_the_legal_ones():
    game = ChessEndgame("KRK")
    with pytest.raises(OverthinkError, match=r"'a1a3' is not a legal move\. The moves are a1b1, a1a2, "):
        game.play(game.position("8/8/8/8/8/8/6k1/K6R w"), "a1a3")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("OVERTHINK_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_table_is_kept_and_asked(cache):
    stages = []
    table = ot.endgame("kqk", progress=lambda stage, share: stages.append((stage, share)))
    assert ("moves", 0.5) in stages and all(0 <= share <= 1 for _, share in stages)
    assert [path.name for path in cache.iterdir()] == ["endgame-KQK"]
    again = ot.endgame("KQK", progress=lambda stage, share: pytest.fail("made again"))
    assert (again.plies == table.plies).all() and again.longest == 20
    mate_in_one = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"
    assert (table.distance(mate_in_one), table.value(mate_in_one)) == (1, 1 - 1 / 21)
    assert table.best_moves(mate_in_one) == ["b1b8"]
    fork = "8/8/8/8/8/8/3k4/K1Q5 b"
    assert table.best_moves(fork) == ["d2c1"] and table.distance(fork) is None and table.value(fork) == 0
    stalemate = "7k/8/5KQ1/8/8/8/8/8 b"
    assert table.distance(stalemate) is None and table.best_moves(stalemate) == []
    with pytest.raises(OverthinkError, match="1 is not a legal position of KQK"):
        table.distance(1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("harm", ["cut", "changed", "empty", "another"])
def test_a_damaged_table_is_made_again(cache, harm):
    right = ot.endgame("KRK").plies
    path = cache / "endgame-KRK"
    content = path.read_bytes()
    if harm == "another":
        ot.endgame("KQK")
        (cache / "endgame-KQK").replace(path)
    else:
        cut = content[: len(content) // 2]
        path.write_bytes({"cut": cut, "changed": cut + b"\x07" + content[len(cut) + 1 :], "empty": b""}[harm])
    with pytest.warns(UserWarning, match="is damaged or truncated, and is made again"):
        assert (ot.endgame("KRK").plies == right).all()
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("platform", "names", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/there"}, "/there/overthink"),
        ("linux", {}, "/home/me/.cache/overthink"),
        ("darwin", {}, "/home/me/Library/Caches/overthink"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/overthink/cache"),
        ("linux", {"OVERTHINK_CACHE": "~/mine"}, "/home/me/mine"),
    ],
)
def test_where_tables_are_kept(platform, names, expected, monkeypatch):
    for name in ("OVERTHINK_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **names}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert folder().as_posix() == expected


@pytest.fixture(scope="module")
def space(solved):
    table = EndgameTable(*solved)
    return table, table.state_space()


def test_a_state_space_has_every_position_and_its_moves(space):
    table, every = space
    tree, game = every.tree, table.game
    assert len(tree) == len(every.states) == len({view(game, state) for state in every.states}) and not len(tree.levels)
    assert len(np.unique(tree.key)) == len(tree) and tree.roots == range(len(tree))
    assert (every.states.number >= 0).sum() == (table.plies != ILLEGAL).sum()
    for position in sample(game, 200, seed=2):
        node = every.node(position)
        assert every.states[node] == view(game, position) and (node < every.whole) == game.whole(position)
        stands = [every.states[child] for child in tree.children(node)]
        assert stands == [view(game, after) for after in game.children(every.states[node])]
        assert sorted(stands) == sorted(view(game, after) for after in game.children(position))
        assert tree.mover[node] == game.mover(position) and tree.truth[node] == table.value(position)
        if game.children(position):
            assert np.isnan(tree.utility[node])
        else:
            assert tree.utility[node] == tree.truth[node] == game.utility(position)
    for wrong in (-1, game.size, 0):
        with pytest.raises(OverthinkError, match="cannot be reached"):
            every.node(wrong)


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_search_of_true_values_finds_the_truth(space, depth):
    """A position d plies nearer to mate is worth d parts in longest + 1 more, and a draw nothing at any depth."""
    table, every = space
    tree = ot.truth(every.tree)
    plies = table.plies[every.states.rows].astype(int)
    far = plies >= depth
    values, _ = back_up(tree, MINIMAX, depth)
    winner = np.where(plies % 2 == 1, tree.mover, -tree.mover)
    assert (values[far] == (winner * (1 - (plies - depth) / (table.longest + 1)))[far]).all()
    assert (values[plies == DRAWN] == 0).all()
    wrong = p_err(tree, move_scores(tree, MINIMAX, [depth])[depth], right_moves(tree))
    assert (wrong[far & (plies > 0)] == 0).all()
