"""A Slurm of one machine, which needs no systemd and touches nothing outside its folder."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

from farms import MINUTE, mpi_settings, until

PROGRAMS = "munged", "mungekey", "slurmctld", "slurmd", "sbatch", "srun", "mpirun"
CONFIGURATION = """ClusterName=throng
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
SchedulerParameters=batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={node_port} CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:4 State=UP
"""


class Missing(Exception):
    """Why there can be no Slurm here."""


def free_ports():
    """Two ports that nobody listens at now."""
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


class Cluster:
    """start(), then submit() from any folder; stop() at the end, in whatever state it is."""

    def __init__(self):
        self.servers = []
        self.made = tempfile.TemporaryDirectory(prefix="throng_slurm_")
        self.folder = pathlib.Path(self.made.name)
        self.settings = {**mpi_settings(self.folder),
                         "SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self):
        """Raises Missing if something is not installed or does not start."""
        if os.geteuid() != 0:
            raise Missing("only root can start a Slurm")
        absent = [name for name in PROGRAMS if shutil.which(name) is None]
        if absent:
            raise Missing("not installed: " + " ".join(absent))
        for name in "state", "spool":
            (self.folder / name).mkdir()
        control_port, node_port = free_ports()
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname(), control_port=control_port,
            node_port=node_port))
        try:
            self.run("mungekey", "--create", "--keyfile", self.folder / "munge.key")
            self.serve("munged", "--foreground", "--force",
                       *(f"--{key}={self.folder}/{file}" for key, file in (
                           ("socket", "munge.socket"), ("key-file", "munge.key"),
                           ("pid-file", "munged.pid"), ("seed-file", "munged.seed"))))
            until("munged listens", lambda: self.all_serve() and
                  (self.folder / "munge.socket").exists())
            self.serve("slurmctld", "-D")
            self.serve("slurmd", "-D", "-N", "one")
            until("the node is idle", lambda: self.all_serve() and "idle" in self.run(
                "sinfo", "--noheader", "--format=%T", check=False))
        except (AssertionError, subprocess.SubprocessError) as error:
            raise Missing(f"Slurm does not start: {error}\n{self.logs()}") from error

    def serve(self, name, *arguments):
        with open(self.folder / f"{name}.log", "wb") as log:
            self.servers.append(subprocess.Popen(
                [name, *arguments], env=self.settings, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, cwd=self.folder))

    def all_serve(self):
        for server in self.servers:
            if server.poll() is not None:
                raise AssertionError(f"{server.args[0]} has ended")
        return True

    def logs(self):
        return "\n".join(log.read_text(errors="replace")[-2000:]
                         for log in self.folder.glob("*.log"))

    def run(self, *command, cwd=None, check=True):
        """Standard output of a command of Slurm."""
        return subprocess.run([*map(str, command)], env=self.settings, cwd=cwd, check=check,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=MINUTE).stdout

    def submit(self, folder, script):
        """Submits a script in a folder; returns the number of the job."""
        (folder / "job.sh").write_text(script)
        return self.run("sbatch", "--parsable", "job.sh", cwd=folder).strip()

    def states(self, job):
        """The states of a job, or of all tasks of an array: "COMPLETED", "RUNNING"..."""
        return re.findall(r"JobState=(\w+)", self.run("scontrol", "show", "job", job))

    def wait(self, job):
        """Waits until a job has ended, and returns the states of its tasks."""
        going = {"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED"}
        return until(f"job {job} ends",
                     lambda: (lambda now: not going & set(now) and now)(self.states(job)))

    def stop(self):
        """Ends all jobs and servers, and removes the folder."""
        if len(self.servers) == 3:  # all could be started
            self.run("scancel", "--full", "--signal=KILL", "--user=root", check=False)
            self.run("scontrol", "shutdown", check=False)
        for server in reversed(self.servers):
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        self.made.cleanup()
