"""The GPU's kernels under Numba's simulator, bit for bit those of the processor; and what is said without a GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.studies import study_named
from overthink.studies.gpu import merge
from overthink.studies.study import Job

ROOT = Path(__file__).parent.parent


@pytest.mark.exhaustive
@pytest.mark.parametrize(("memory", "compared"), [("large", 20), ("small", 7)])
def test_a_gpu_finds_the_processors_numbers(memory: str, compared: int) -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "tests.simulated_gpu", memory]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("agrees:") == compared, done.stdout


def test_no_gpu_is_one_sentence(no_gpu: None, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["reproduce", "nau/fig7", "--device", "gpu", "--scale", "2", "--out", str(tmp_path)]
    )
    assert done.exit_code == 2
    assert "No GPU that CUDA can use was found" in done.output and "Traceback" not in done.output


def test_a_gpu_and_a_cluster_are_two_things(tmp_path: Path) -> None:
    command = ["reproduce", "nau/fig7", "--device", "gpu", "--cluster", "local:2", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 2 and "Give one of them" in done.output


def test_neighbouring_cells_are_done_at_once() -> None:
    study = study_named("nau/fig7")
    jobs = [Job(study, which, start, start + 10) for start in (0, 10, 20, 40) for which in (3, 4)]
    assert list(merge(jobs, 100)) == [((0, 30), [3, 4]), ((40, 50), [3, 4])]
    assert list(merge(jobs, 20)) == [((0, 20), [3, 4]), ((20, 30), [3, 4]), ((40, 50), [3, 4])]
    assert list(merge(jobs[1:], 100)) == [((0, 10), [4]), ((10, 30), [3, 4]), ((40, 50), [3, 4])]
