"""Ctrl-C ends a command within a second or two, with one sentence, and a call of the library with KeyboardInterrupt."""

import os
import signal
import subprocess
import sys
import time

import pytest

import overthink as ot

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")
COMMAND = [sys.executable, "-m", "overthink"]


def stop(words: list[str], after: float | str) -> tuple[int, str, str]:
    """The exit code, and what was printed. Ctrl-C comes after this many seconds, or once this text is there. What does
    not hear it runs for hours, so it is given a time that is enough on any machine."""
    # A shell may have started the tests with SIGINT ignored, which children inherit.
    heeds = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **heeds)
    if isinstance(after, str):
        while after not in process.stdout.readline():
            assert process.poll() is None, process.stderr.read()
    time.sleep(0.3 if isinstance(after, str) else after)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=120)
    return process.returncode, out, said


@pytest.mark.parametrize("after", [0.4, 0.8, 1.2])
def test_a_command_that_starts(after):
    code, out, said = stop([*COMMAND, "decide", "kalah", "--depth", "14", "--search", "alpha-beta"], after)
    assert out == "" and "stored" not in said
    if code != -signal.SIGINT:  # on a busy machine Python itself may still be starting, and ends without a word
        assert code == 130 and said.count("overthink: stopped.") == 1 and "Traceback" not in said


ENDLESS = """if True:
    import time, overthink as ot
    game = ot.Kalah()
    evaluate = ot.store_difference(game)
    run = lambda depth: {call}
    run(4)
    try:
        print("begun", flush=True)
        run(60)
    except KeyboardInterrupt:
        time.sleep(0.3)
        print("heard", ot.decide(game, depth=2, evaluate=evaluate).moves)
"""
CALLS = {
    "full width": "ot.decide(game, depth=depth // 4 + 6, evaluate=evaluate)",
    "a table": "ot.deepen(game, limit=ot.Limit(depth=depth), evaluate=evaluate, search='alpha-beta', table=True)",
    "bounds": "ot.bounded(game, epsilon=0, low=-48, high=48, depth=depth, evaluate=evaluate)",
}


@pytest.mark.exhaustive(but=["full width"])
@pytest.mark.parametrize("call", CALLS)
def test_a_long_kernel_looks_up(call):
    code, out, said = stop([sys.executable, "-W", "ignore", "-c", ENDLESS.format(call=CALLS[call])], "begun")
    assert (code, out) == (0, "heard (2,)\n"), said


@pytest.mark.exhaustive
def test_what_was_proven_until_then_is_told():
    code = """if True:
        import overthink as ot
        game = ot.Kalah()
        ot.anytime(game, limit=ot.Limit(nodes=100), low=-48, high=48, depth=4, evaluate=ot.store_difference(game))
        limit, tell = ot.Limit(nodes=1 << 60), lambda bounds: print(bounds, flush=True)
        print("begun", flush=True)
        ot.anytime(game, limit=limit, low=-48, high=48, depth=30, evaluate=ot.store_difference(game), tell=tell)
    """
    _, out, said = stop([sys.executable, "-c", code], "begun")
    assert "KeyboardInterrupt" in said
    assert "nodes expanded" in out


class Slow:
    """A game whose moves take long."""

    def initial(self):
        return 0, 1

    def moves(self, state):
        time.sleep(0.02)
        return [] if state[0] >= 30 else [1, 2, 3]

    def play(self, state, move):
        return state[0] + move, state[1] * 7 % 101 + move

    def mover(self, state):
        return 1 if state[0] % 2 else -1

    def utility(self, state):
        return float(state[1] % 3 - 1)


@pytest.mark.exhaustive
def test_a_budget_is_kept_with_a_slow_game():
    begun = time.monotonic()
    with pytest.raises(ot.OverthinkError, match="more budget="):
        ot.diagnose(Slow(), lambda state: state[1] % 11 / 11, budget=4, jobs=1)
    assert time.monotonic() - begun < 120.0  # on a busy machine; it took minutes


@pytest.mark.exhaustive
def test_a_table_that_is_read_offers_nothing_that_tables_refuse(tmp_path):
    os.mkfifo(tmp_path / "endless.csv")  # nobody writes, so it waits
    code, out, said = stop([*COMMAND, "doctor", str(tmp_path / "endless.csv"), "--knob", "beam"], 2.5)
    assert out == "" and "--keep" not in said
    assert code == -signal.SIGINT or (code == 130 and said.count("overthink: stopped.") == 1)
