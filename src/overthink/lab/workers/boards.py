"""Games to play in the lab: a preset, how to show a position, and when a game is a draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overthink.core.errors import OverthinkError
from overthink.core.game import Game
from overthink.core.json_text import Fields
from overthink.core.kinds import Move, State
from overthink.games.board_splitting import INDEX, PLY
from overthink.lab.request import Given, choice
from overthink.lab.workers.offer import Offer
from overthink.presets import BUILT_IN, PRESETS, Setup
from overthink.presets.preset import read_seed
from overthink.rules import RULES

if TYPE_CHECKING:
    from overthink.games.board_splitting import BoardSplitting
    from overthink.games.cops_and_robbers import CopsAndRobbers
    from overthink.games.kalah import Kalah
    from overthink.games.sliding_puzzle import SlidingPuzzle


@dataclass(frozen=True)
class Board:
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
        """The rules that a machine may play by."""
        preset = self.offer.preset
        if preset.players == 1:
            fit = dict.fromkeys(name for name in preset.rules if RULES[name].goal)
            return tuple(fit or (name for name, rule in RULES.items() if rule.goal))
        return tuple(
            name
            for name, rule in RULES.items()
            if not rule.needs_truth and not rule.goal and not (self.graded and rule.binary)
        )


@dataclass(frozen=True)
class Playable:
    """One game with its board."""

    board: Board
    setup: Setup


def playable(given: Given) -> Playable:
    """The game in a request."""
    known = boards()
    board = known[choice(given, "game", known, "kalah")]
    setup = board.offer.preset.setup
    assert setup
    return Playable(board, setup(board.offer.values(given), read_seed(given)))


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
    last, winner = "Max" if setup.game.height % 2 else "Min", "Max" if setup.game.utility(states[-1]) > 0 else "Min"
    return f"The last square is a {setup.game.text(states[-1])}, and {last} moved last: {winner} wins."


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
    moves, least = len(states) - 1, setup.game.distance(setup.start)
    return f"Home in {moves} moves, the fewest possible." if moves == least else f"Home in {moves} moves; {least} do."


def _show_text(game: Game[State], state: State) -> Fields:
    return {"text": str(game.text(state)) if hasattr(game, "text") else repr(state)}


def _winner(setup: Setup, states: list[State]) -> str:
    worth = setup.game.utility(states[-1])
    return f"The game is over: {worth:g} to Max. " + (
        "Max wins." if worth > 0 else "Min wins." if worth < 0 else "A draw."
    )


def plain_board(name: str) -> Board:
    """A position as text, with a button for each move."""
    offer = Offer(name, depth=PRESETS[name].depth)
    if PRESETS[name].players == 1:
        end = "The end, after {} moves."
        return Board(offer, ("Player", "Player"), _show_text, lambda _, states: end.format(len(states) - 1))
    return Board(offer, ("Max", "Min"), _show_text, _winner)


BOARDS: dict[str, Board] = {
    "kalah": Board(Offer("kalah"), ("South", "North"), _show_kalah, _kalah_result),
    "board-splitting": Board(
        Offer(
            "board-splitting-natural",
            {"height": {"default": 6, "low": 4, "high": 10}},
            {"b": 2, "mixing": 1.0, "g": 60},
        ),
        ("Max", "Min"),
        _show_squares,
        _last_square,
    ),
    "cops-and-robbers": Board(
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
    "chess-endgame": Board(
        Offer("chess-endgame", {"error": {"default": 0.1}}),
        ("White", "Black"),
        lambda game, state: {"fen": game.fen(state)},
        _chess_result,
        longest=150,
        unfinished="A draw: 150 moves without mate.",
    ),
    "8-puzzle": Board(
        Offer("8-puzzle", deepest=7),
        ("Player", "Player"),
        _show_tiles,
        _home,
        longest=100,
        unfinished="Not home after 100 moves.",
    ),
    **{name: plain_board(name) for name in ("connect-four", "othello", "breakthrough", "domineering")},
}


def boards() -> dict[str, Board]:
    """Every board: those of the lab, and a plain one for each game that a user added."""
    own = {name: plain_board(name) for name, preset in PRESETS.items() if name not in BUILT_IN and preset.setup}
    return BOARDS | own


def word_of(move: Move) -> str:
    """A move in a link, whose moves stand between commas."""
    return str(move).replace(",", ";")


def forms() -> list[Fields]:
    """The forms from which the page offers the games."""
    return [{**board.offer.form(), "name": name} for name, board in boards().items()]


def play_moves(playable: Playable, moves: str) -> list[State]:
    """The positions from the start, after each move of a list with commas."""
    game, states = playable.setup.game, [playable.setup.start]
    for ply, word in enumerate(moves.split(",") if moves else [], 1):
        if ply > playable.board.longest:
            raise OverthinkError(f"A game in the lab has at most {playable.board.longest} moves.")
        legal = {word_of(move): move for move in game.moves(states[-1])}
        if word not in legal:
            known = ", ".join(list(legal)[:30]) or "none: the game is over"
            raise OverthinkError(f"Move {ply}, '{word[:20]}', cannot be played. The legal moves are {known}.")
        states.append(game.play(states[-1], legal[word]))
    return states
