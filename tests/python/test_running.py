"""While the engine works: the lock is free, progress is told, Ctrl-C returns the best so far."""

import signal
import subprocess
import sys
import threading
import time

import didact
import numpy as np
import pytest

PATIENCE = 120  # seconds that are enough for anything but what never comes


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

    def rate(work):
        start = time.monotonic()
        work()
        end = time.monotonic()
        return end - start, sum(start < at < end for at in ticks) / (end - start)

    def simulate():
        didact.simulate(didact.MultivariateGaussian(mean=[1] * 3, kappa=1, nu=4, scale=np.eye(3)),
                        {"mean": [0] * 3, "covariance": np.eye(3)}, 0.3, sets=sets, set_size=20, threads=1)

    thread = threading.Thread(target=tick)
    thread.start()
    _, free = rate(lambda: time.sleep(0.5))
    sets, seconds = 500_000, 0
    while seconds < 0.5:
        sets *= 2
        seconds, working = rate(simulate)
    done.set()
    thread.join()
    assert working > 0.2 * free > 0


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
    sets, told = 5_000_000, []
    while all(at["done"] == sets for at in told):  # until there was something to tell before the end
        sets, told = 2 * sets, []
        didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=sets, progress=told.append)
        assert told and all(0 <= at["done"] <= at["of"] == sets for at in told)

    class Enough(Exception):
        pass

    def stop(at):
        raise Enough

    with pytest.raises(Enough):
        didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=4_000_000_000, progress=stop)
    asked = []

    def look(at):
        asked.append(at["asked"])
        if len(asked) == 3:
            raise Enough

    with pytest.raises(Enough):
        didact.teach(slow_loss, pool=np.arange(20.0), effort=0.01, progress=look)
    assert 0 < asked[0] < asked[1] < asked[2]


def test_a_bar_is_shown(capsys):
    didact.teach(slow_loss, pool=np.arange(7.0), effort=0.01, progress=True)  # all 128 sets, which takes a while
    assert "loss" in capsys.readouterr().err


INTERRUPTED = """
import os, signal, threading, time
import numpy as np, didact
{setup}
def press():
    while not ({begun}):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
start = time.process_time()
threading.Thread(target=press, daemon=True).start()
answer = {call}
print(type(answer).__name__, {shown})
try:
    time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("Python's own again")
"""


def output_of(script):
    """Of what would take hours if nobody ended it."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def interrupted(call, shown, begun, setup=""):
    first, second = output_of(INTERRUPTED.format(setup=setup, call=call, shown=shown, begun=begun)).splitlines()
    assert second == "Python's own again"
    return first


def test_ctrl_c_returns_the_best_so_far():
    slow = ("asked = []\n"
            "def loss(items):\n    asked.append(time.sleep(0.01))\n    return float(np.abs(items.sum() - np.pi))\n")
    line = interrupted("didact.teach(loss, pool=np.sqrt(np.arange(40.0)), effort=0.001)",
                       "answer.status, answer.reason, answer.n > 0", "len(asked) > 45", slow)
    assert line == "Lesson feasible interrupted True"
    run = ("didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=10**12)")
    at_work = "time.process_time() - start > 0.3"
    assert interrupted(run, "answer.sets < 10**12", at_work) == "Simulation True"


def test_a_second_ctrl_c_is_python_s():
    script = """
import os, signal, threading, time
import numpy as np, didact
begun = threading.Event()
def stuck(items):
    begun.set()
    time.sleep(10_000)
    return 0.0
def press_twice():
    begun.wait()
    for _ in range(2):
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press_twice, daemon=True).start()
try:
    didact.teach(stuck, pool=np.arange(3.0))
except KeyboardInterrupt:
    print("out")
"""
    assert output_of(script) == "out\n"


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
    while didact.teach(learner, [0.1, 0.3, 0.6], 0.3).reason != "interrupted":  # that one it did end
        pass
except KeyboardInterrupt:
    pass
print("out")
"""
    assert output_of(script) == "out\n"


def test_python_may_end_while_a_thread_is_called_back():
    script = """
import didact, numpy as np, threading, time
asked = []
threading.Thread(daemon=True, target=lambda: didact.teach(didact.FromLoss(lambda s: asked.append(time.sleep(.01)) or abs(s.sum() - 1)),
                 pool=np.arange(200.) / 7, effort=1e-4)).start()
while len(asked) < 5:
    time.sleep(0.01)
"""
    assert output_of(script) == ""
