"""While the engine works: the lock is free, progress is told, Ctrl-C returns the best so far."""

import signal
import subprocess
import sys
import threading
import time

import didact
import numpy as np
import pytest

def slow_loss(items):
    time.sleep(0.002)
    return float(np.abs(items.sum() - np.pi))


def test_the_lock_is_released_while_solving():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    didact.simulate(didact.MultivariateGaussian(mean=[1] * 3, kappa=1, nu=4, scale=np.eye(3)),
                    {"mean": [0] * 3, "covariance": np.eye(3)}, 0.3, sets=10_000_000, set_size=20, threads=1)
    end = time.monotonic()
    done.set()
    thread.join()
    assert end - start > 0.05
    during = [at for at in ticks if start < at < end]
    assert len(during) > 0.2 * (end - start) / 0.005


def test_lessons_are_found_in_several_threads():
    found = []
    problem = dict(learner=didact.Categorical(beta=[6, 3, 1]), target=[0.1, 0.3, 0.6], effort=0.3)
    threads = [threading.Thread(target=lambda: found.extend(didact.teach(**problem).n for _ in range(200))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [10] * 800


def test_progress_is_told_and_may_end_the_work():
    told = []
    didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=400_000_000, progress=told.append)
    assert told and all(0 <= at["done"] <= at["of"] == 400_000_000 for at in told)

    class Enough(Exception):
        pass

    def stop(at):
        raise Enough

    with pytest.raises(Enough):
        didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=4_000_000_000, progress=stop)
    asked = []
    didact.teach(slow_loss, pool=np.arange(9.0), effort=0.01, limits={"seconds": 1}, progress=asked.append)
    assert asked and asked[-1]["asked"] > 0


def test_a_bar_is_shown(capsys):
    didact.teach(slow_loss, pool=np.arange(9.0), effort=0.01, limits={"seconds": 0.5}, progress=True)
    assert "loss" in capsys.readouterr().err


INTERRUPTED = """
import os, signal, threading, time
import numpy as np, didact
{setup}
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
answer = {call}
print(type(answer).__name__, {shown}, round(time.monotonic() - start, 1))
try:
    time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("Python's own again")
"""


def interrupted(call, shown, setup=""):
    script = INTERRUPTED.format(setup=setup, call=call, shown=shown)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert second == "Python's own again"
    assert float(first.split()[-1]) < 10
    return first


def test_ctrl_c_returns_the_best_so_far():
    slow = "def loss(items):\n    time.sleep(0.02)\n    return float(np.abs(items.sum() - np.pi))\n"
    line = interrupted("didact.teach(loss, pool=np.sqrt(np.arange(40.0)), effort=0.001)",
                       "answer.status, answer.reason, answer.n > 0", slow)
    assert line.startswith("Lesson feasible interrupted True")
    run = ("didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=10**12)")
    assert interrupted(run, "answer.sets < 10**12").startswith("Simulation True")


def test_a_second_ctrl_c_is_python_s():
    script = """
import os, signal, threading, time
import numpy as np, didact
def stuck(items):
    time.sleep(30)
    return 0.0
for at in (0.5, 1.0):
    threading.Timer(at, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    didact.teach(stuck, pool=np.arange(3.0))
except KeyboardInterrupt:
    print("out")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert done.stdout == "out\n", done.stderr


def test_signals_of_other_threads_are_left_alone():
    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=lambda: didact.teach(didact.Bernoulli(alpha=2, beta=5), 0.8, 0.3))
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_ctrl_c_that_ended_nothing_is_python_s():
    script = """
import os, signal, threading, didact
threading.Timer(0.5, lambda: [os.kill(os.getpid(), signal.SIGINT)]).start()
learner = didact.Categorical(beta=[6, 3, 1])
try:
    while True:
        didact.teach(learner, [0.1, 0.3, 0.6], 0.3)
except KeyboardInterrupt:
    print("out")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert done.stdout == "out\n", done.stderr


def test_python_may_end_while_a_thread_is_called_back():
    script = """
import didact, numpy as np, threading, time
threading.Thread(daemon=True, target=lambda: didact.teach(didact.FromLoss(lambda s: time.sleep(.01) or abs(s.sum() - 1)),
                 pool=np.arange(200.) / 7, effort=1e-4)).start()
time.sleep(0.5)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done.stderr
