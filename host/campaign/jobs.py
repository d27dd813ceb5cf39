"""Plays the chunks of a campaign in processes of their own: one JSON line in for each chunk, one out when it is played.

A job ends when its standard input does, so none outlives the campaign, however that ends.
"""

import json
import os
import selectors
import subprocess
import sys

from host.campaign import run
from host.errors import UserError
from host.sim.bytecode import ROOT

_PROGRAM = "from host.campaign.jobs import serve; serve()"


def results(campaign, chunks, jobs):
    """Yield what host.campaign.run.play returns for each of `chunks` (a list), in the order in which they are done, by `jobs` processes.

    One job is this process itself. Raises UserError when a job is killed.
    """
    if jobs == 1:
        for chunk in chunks:
            yield run.play(campaign, chunk)
        return
    waiting = list(reversed(chunks))
    workers = []
    try:
        for _ in range(min(jobs, len(chunks))):
            workers.append(Job(campaign))
        yield from _results(workers, waiting)
    finally:
        for worker in workers:
            worker.stop()


def _results(workers, waiting):
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.output, selectors.EVENT_READ, worker)
            worker.begin(waiting.pop())
        while selector.get_map():
            for key, _ in selector.select():
                yield key.data.result()
                if waiting:
                    key.data.begin(waiting.pop())
                else:
                    selector.unregister(key.fileobj)


class Job:
    """One process that plays chunks of `campaign`, one at a time."""

    def __init__(self, campaign):
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,     # Ctrl-C is for the campaign, which then ends its jobs
            env={**os.environ, "PYTHONPATH": path},
        )
        self.output = self._process.stdout
        self._chunk = None
        self._send(campaign)

    def _send(self, value):
        try:
            self._process.stdin.write(json.dumps(value).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._ended()

    def begin(self, chunk):
        """Let it play `chunk`."""
        self._chunk = chunk
        self._send(chunk)

    def result(self):
        """Wait for what has come of the chunk."""
        line = self.output.readline()
        if not line.endswith(b"\n"):
            self._ended()
        return json.loads(line)

    def _ended(self):
        """Raise what says that the process has ended by itself; its own account of it is on standard error."""
        status = self._process.wait()
        what = f"the job that played chunk {self._chunk.index} of {self._chunk.game}" if self._chunk else "a job"
        if status < 0:
            raise UserError(f"{what} was killed by signal {-status}: start the same campaign again, and it goes on from where it was")
        raise RuntimeError(f"{what} ended with status {status}")

    def stop(self):
        """End the process."""
        self._process.kill()
        self._process.wait()
        self.output.close()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass        # what was not yet written is of no use any more


def serve():
    """Be a job: play the chunks that come on standard input until it ends, or until nobody wants the results any more."""
    out = open(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)       # what anything prints must not get among the results
    campaign = None
    for line in sys.stdin:
        values = json.loads(line)
        if campaign is None:
            campaign = run.Campaign(tuple(values[0]), *values[1:])
        else:
            line = json.dumps(run.play(campaign, run.Chunk(*values))).encode() + b"\n"
            try:
                out.write(line)
            except BrokenPipeError:
                return
