"""The computations of the view Play: games with their boards, positions, and the machine's moves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError, require
from overthink.core.game import Game
from overthink.core.kinds import Move, State
from overthink.core.plain import Fields
from overthink.evaluate.net import NetEvaluator
from overthink.games.board_splitting import INDEX, PLY, BoardSplitting
from overthink.games.cops_and_robbers import CopsAndRobbers
from overthink.games.kalah import Kalah
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.lab.request import Given, choice, integer
from overthink.lab.workers.offers import MOST_DEPTH, Offer, searches_of
from overthink.presets import BUILT_IN, PRESETS, Setup
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.look import add_scores, look_at, search_named
from overthink.search.subjects.bind import subject_of


@dataclass(frozen=True)
class PlayBoard:
    """How the lab shows a game. A move is its text, looked up among the legal moves."""

    offer: Offer
    players: tuple[str, str]  # Max and Min; a game of one player has his name twice
    show: Callable[..., Fields]  # game, position
    result: Callable[[Setup, list[State]], str]  # game, all its positions
    graded: bool = False  # values are not wins and losses
    longest: int = 400  # plies after which the game ends without a winner
    unfinished: str = "Nobody has won."

    @property
    def rules(self) -> tuple[str, ...]:
        preset = self.offer.preset
        if preset.players == 1:
            fit = dict.fromkeys(name for name in preset.rules if RULES[name].goal)
            return tuple(fit or (name for name, rule in RULES.items() if rule.goal))
        return tuple(
            name
            for name, rule in RULES.items()
            if not rule.needs_truth and not rule.goal and not (self.graded and rule.binary)
        )


def read_game(given: Given) -> tuple[PlayBoard, Setup]:
    known = boards()
    board = known[choice(given, "game", known, "kalah")]
    return board, board.offer.setup(given)


def _show_kalah(game: Kalah, state: State) -> Fields:
    rows = game.rows(state)
    return {"max": rows[0], "min": rows[1], "stores": list(state[2:4])}


def _kalah_result(setup: Setup, states: list[State]) -> str:
    ours, theirs = (store + sum(row) for store, row in zip(states[-1][2:4], setup.game.rows(states[-1])))
    winner = "South" if ours > theirs else "North"
    return f"{winner} wins, {max(ours, theirs)} to {min(ours, theirs)}." if ours != theirs else f"A draw at {ours}."


def _show_squares(game: BoardSplitting, state: State) -> Fields:
    ply, width = state >> PLY, 1 << (game.height - (state >> PLY))
    first = (state & INDEX) * width
    return {"height": game.height, "squares": game.squares.tolist(), "from": first, "to": first + width, "ply": ply}


def _last_square(setup: Setup, states: list[State]) -> str:
    winner = "Max" if setup.game.utility(states[-1]) > 0 else "Min"
    return f"The last piece is {winner}'s: {winner} wins."


def _show_grid(game: CopsAndRobbers, state: State) -> Fields:
    robber, *cops = game.men(state)
    return {"side": game.grid.columns, "obstacles": sorted(game.grid.obstacles), "robber": robber, "cops": cops}


def _chess_result(setup: Setup, states: list[State]) -> str:
    assert setup.truth
    worth = setup.truth(states[-1])
    return "Checkmate: White wins." if worth > 0 else "Checkmate: Black wins." if worth < 0 else "A draw."


def _show_tiles(game: SlidingPuzzle, state: State) -> Fields:
    return {"columns": game.columns, "tiles": list(state), "home": list(game.goal)}


def _home(setup: Setup, states: list[State]) -> str:
    moves = len(states) - 1
    least = setup.game.distance(setup.start)
    return (
        f"Home in {moves} moves, the fewest possible."
        if moves == least
        else f"Home in {moves} moves; {least} would be enough."
    )


def _show_text(game: Game[State], state: State) -> Fields:
    return {"text": str(game.text(state)) if hasattr(game, "text") else repr(state)}


def _winner(setup: Setup, states: list[State]) -> str:
    worth = setup.game.utility(states[-1])
    return f"The game is over: {worth:g} to Max. " + (
        "Max wins." if worth > 0 else "Min wins." if worth < 0 else "A draw."
    )


def plain_board(name: str) -> PlayBoard:
    """A position as text, with a button for each move."""
    offer = Offer(name, depth=PRESETS[name].depth)
    if PRESETS[name].players == 1:
        end = "The end, after {} moves."
        return PlayBoard(offer, ("Player", "Player"), _show_text, lambda _, states: end.format(len(states) - 1))
    return PlayBoard(offer, ("Max", "Min"), _show_text, _winner)


BOARDS: dict[str, PlayBoard] = {
    "kalah": PlayBoard(Offer("kalah"), ("South", "North"), _show_kalah, _kalah_result),
    "board-splitting": PlayBoard(
        Offer(
            "board-splitting-natural",
            {"height": {"default": 6, "low": 4, "high": 10}},
            {"b": 2, "mixing": 1.0, "g": 60},
        ),
        ("Max", "Min"),
        _show_squares,
        _last_square,
    ),
    "cops-and-robbers": PlayBoard(
        Offer(
            "cops-and-robbers",
            {"side": {"default": 5, "high": 7}, "cops": {"default": 2, "high": 2}},
            {"p": 1.0, "obstacles": 0.16},
        ),
        ("Robber", "Cops"),
        _show_grid,
        lambda setup, states: f"The robber is caught after {setup.game.ply(states[-1])} moves.",
        True,
        60,
        "The robber was not caught in 60 moves.",
    ),
    "chess-endgame": PlayBoard(
        Offer("chess-endgame", {"error": {"default": 0.1}}),
        ("White", "Black"),
        lambda game, state: {"fen": game.fen(state)},
        _chess_result,
        longest=150,
        unfinished="A draw: 150 moves without mate.",
    ),
    "8-puzzle": PlayBoard(
        Offer("8-puzzle", deepest=7),
        ("Player", "Player"),
        _show_tiles,
        _home,
        longest=100,
        unfinished="Not home after 100 moves.",
    ),
    **{name: plain_board(name) for name in ("connect-four", "othello", "breakthrough", "domineering")},
}


def boards() -> dict[str, PlayBoard]:
    """Every board: those of the lab, and a plain one for each game that a user added."""
    own = {name: plain_board(name) for name, preset in PRESETS.items() if name not in BUILT_IN and preset.setup}
    return BOARDS | own


def word_of(move: Move) -> str:
    """A move in a link, whose moves stand between commas."""
    return str(move).replace(",", ";")


def names_of(setup: Setup, moves: Iterable[Move]) -> dict[str, str]:
    """Moves for people, by their words in a link, where the game has its own names for them."""
    return {} if setup.move_text is str else {word_of(move): setup.move_text(move) for move in moves}


def play_moves(board: PlayBoard, setup: Setup, moves: str) -> list[State]:
    """The positions from the start, after each move of a list with commas."""
    game = setup.game
    states = [setup.start]
    for ply, word in enumerate(moves.split(",") if moves else [], 1):
        require(ply <= board.longest, f"A game in the lab has at most {board.longest} moves.")
        legal = {word_of(move): move for move in game.moves(states[-1])}
        if word not in legal:
            known = ", ".join(list(legal)[:30]) or "none: the game is over"
            raise OverthinkError(f"Move {ply}, '{word[:20]}', cannot be played. The legal moves are {known}.")
        states.append(game.play(states[-1], legal[word]))
    return states


MOST_INTERPRETED_NODES = 12_000
MOST_COMPILED_NODES = 6_000_000
MOST_PYTHON_NODES = 5_000  # if the game or its evaluator cannot be compiled


def games() -> Fields:
    return {"games": [{**board.offer.form(), "name": name} for name, board in boards().items()]}


def position(given: dict[str, str]) -> Fields:
    board, setup = read_game(given)
    game = setup.game
    states = play_moves(board, setup, given.get("moves", ""))
    state = states[-1]
    plies = len(states) - 1
    moves = list(game.moves(state))
    late = plies >= board.longest
    words = given.get("moves", "").split(",")
    played = [each for before, word in zip(states[:-1], words) for each in game.moves(before) if word_of(each) == word]
    over = not moves or late
    return {
        "board": board.show(game, state),
        "mover": game.mover(state),
        "movers": [game.mover(state) for state in states[:-1]],  # who played each of the moves
        "players": list(board.players),
        "moves": [] if over else [word_of(move) for move in moves],
        "names": names_of(setup, [*played, *moves]),
        "over": over,
        "result": board.unfinished if late and moves else board.result(setup, states) if over else "",
        "plies": plies,
        "good": _good(setup, states, given.get("moves", "")),
        "rules": {rule: searches_of(rule) for rule in board.rules},
    }


def _good(setup: Setup, states: list[State], moves: str) -> list[bool | None]:
    """For each move so far, whether it was right; None if that is not known."""
    if not setup.right:
        return [None] * (len(states) - 1)
    words = moves.split(",") if moves else []
    return [word in map(word_of, setup.right(state)) for state, word in zip(states, words)]


def think(given: dict[str, str]) -> Fields:
    """The machine's move, with the value and the error of each move and the number of nodes."""
    board, setup = read_game(given)
    states = play_moves(board, setup, given.get("moves", ""))
    state = states[-1]
    goes_on = len(setup.game.moves(state)) and len(states) <= board.longest
    require(goes_on, "The game is over. Start a new game, or undo a move.")
    rule = choice(given, "rule", board.rules, board.rules[0])
    search = choice(given, "search", SEARCHES, "full-width")
    depth = integer(given, "depth", 1, MOST_DEPTH, 3)
    decision, depth = _decision(setup, state, rule, search, depth)
    move = decision.pick(len(states))
    right = [word_of(best) for best in setup.right(state)] if setup.right else []
    cost = RULES[rule].goal < 0
    line = _line(setup, state, move, rule, search, depth, decision.nodes.total)
    return {
        "move": word_of(move),
        "cost": cost,
        "value": decision.value,
        "error": decision.error,
        "nodes": decision.nodes.total,
        "depth": depth,
        "best": [word_of(best) for best in decision.moves],
        "right": right,
        "options": [
            {"move": word_of(o.move), "value": -o.score if cost else o.value, "error": o.error, "exact": o.exact}
            for o in decision.options
        ],
        "line": [word_of(each) for each in line],
        "names": names_of(setup, [*line, *(option.move for option in decision.options)]),
    }


def _decision(setup: Setup, state: State, rule: str, search: str, depth: int) -> tuple[Decision, int]:
    """Decide at a depth or, if that has too many nodes, at the greatest one that fits, and return it too."""
    found = _attempt(setup, state, rule, search, depth)
    reached = depth
    for shallower in range(1, depth) if not found else ():
        further = _attempt(setup, state, rule, search, shallower)
        if not further:
            break
        found, reached = further, shallower
    if found is None:
        raise OverthinkError("Even a search to depth 1 has too many nodes here. Choose a smaller game.")
    return found, reached


def _attempt(setup: Setup, state: State, rule: str, search: str, depth: int) -> Decision | None:
    """Decide within a limit of nodes: interpreted first, then compiled if there are too many. None beyond the limit.
    A net is compiled at once: interpreted, it takes milliseconds a node."""
    backup = RULES[rule]
    method = search_named(search, backup)
    position = subject_of(setup.game, state, backup, depth, setup.evaluate, setup.error)
    quick = (replace(position, compiled=False), MOST_INTERPRETED_NODES)
    first = [] if isinstance(setup.evaluate, NetEvaluator) else [quick]
    attempts = [*first, (position, MOST_COMPILED_NODES)] if position.compiled else [(position, MOST_PYTHON_NODES)]
    for subject, most in attempts:
        depths = range(1, depth + 1) if backup.sums_depths else [depth]
        searches = [look_at(subject, backup, method, at, True, most) for at in depths]
        if all(complete for _, complete in searches):
            decisions = [decision for decision, _ in searches]
            return add_scores(decisions) if backup.sums_depths else decisions[0]
    return None


def _line(setup: Setup, state: State, move: Move, rule: str, search: str, depth: int, nodes: int) -> list[Move]:
    """The line that the machine expects: its own choices for both sides, with ever smaller depth."""
    line = [move]
    for remaining in range(depth - 1, 0, -1):
        state = setup.game.play(state, move)
        if nodes > MOST_INTERPRETED_NODES or not len(setup.game.moves(state)):
            break
        move = _decision(setup, state, rule, search, remaining)[0].moves[0]
        line.append(move)
    return line
