"""A folder with a farm of small maps, and what its tests need to run, kill and compare it."""

import collections
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

THRONG = []      # the program, as a command line; set by each test file
RANKS = []       # throng-farm
MAPS = []        # the folder of the bundled maps
MINUTE = 60      # no process takes so long
LONG = os.environ.get("THRONG_TEST_LONG") == "1"
CAVES = 8 if LONG else 4  # maps whose indexes take 0.1 s each
MANIFEST = {
    "throng_farm": 1,
    "maps": ["maps/*.map"],
    "classes": {"foot": {}, "cart": {"unit_size": 2}},
    "jobs": [{"make": "index", "landmarks": 4, "hubs": True, "classes": ["foot"]},
             {"make": "matrix", "points": {"random": 550, "seed": 3}, "shard_megabytes": 1,
              "classes": ["foot"]},
             {"make": "fields", "landmarks": 2}]}
# With these points, one more job, which comes first and takes 20 s: whoever runs it can be
# stopped in the middle of an output.
POINTS = 16_000
ENDLESS = {**MANIFEST, "jobs": MANIFEST["jobs"] + [
    {"make": "matrix", "name": "endless", "points": {"file": "maps/{name}.points"},
     "shard_megabytes": 2000, "classes": ["foot"]}]}

Process = collections.namedtuple("Process", "id name rank")


def until(what, condition):
    """Waits for a condition, and returns what it returned."""
    end = time.monotonic() + MINUTE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.002)
    raise AssertionError(f"waited in vain until {what}")


def processes(marker):
    """The living processes whose command lines contain a text, with their MPI ranks."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            if marker.encode() not in command:
                continue
            settings = (entry / "environ").read_bytes().split(b"\0")
        except OSError:  # it has just ended
            continue
        rank = [int(each.split(b"=")[1]) for each in settings
                if each.startswith(b"PMIX_RANK=")]
        name = os.path.basename(command.split(b"\0")[0].decode())
        found.append(Process(int(entry.name), name, rank[0] if rank else None))
    return found


def send(to_kill, which):
    """Sends a signal to processes, some of which may have ended."""
    for process in to_kill:
        try:
            os.kill(process.id, which)
        except ProcessLookupError:
            pass


def mpi_settings(folder):
    """An environment for Open MPI. What a killed mpirun leaves behind gets a place of its own:
    in the common one, a later mpirun with the same process number would run into it."""
    own = tempfile.mkdtemp(prefix="mpi", dir=folder)
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_orte_tmpdir_base": own, "OMPI_MCA_btl_vader_backing_directory": own}


@functools.cache
def made_once():
    """A folder with maps, and a farm made by one process, for all tests of a file."""
    kept = tempfile.TemporaryDirectory(prefix="throng_farm_")
    unittest.addModuleCleanup(kept.cleanup)
    folder = pathlib.Path(kept.name)
    maps = folder / "maps"
    maps.mkdir()
    for name in "demo.map", "islands.map":
        shutil.copy(MAPS[0] / name, maps)
    for seed in range(CAVES):
        make_map(maps / f"caves{seed}.map", "caves", "128x128", seed)
    make_map(maps / "hall.map", "rooms", "500x500", 1)
    for file in maps.glob("*.map"):
        write_points(file, POINTS if file.stem == "hall" else 1)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    (folder / "endless.json").write_text(json.dumps(ENDLESS))
    subprocess.run([*THRONG, "farm", "manifest.json", "-o", "plain"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, timeout=MINUTE)
    return folder


def make_map(path, kind, size, seed):
    subprocess.run([*THRONG, "generate", kind, "--size", size, "--seed", str(seed), "-o", path],
                   check=True, stdout=subprocess.DEVNULL, timeout=MINUTE)


def write_points(file, count):
    """The first open cells of a map."""
    rows = file.read_text().split("map\n", 1)[1].splitlines()
    cells = [f"{x},{y}" for y, row in enumerate(rows) for x, cell in enumerate(row)
             if cell == "."]
    file.with_suffix(".points").write_text("\n".join(cells[:count]) + "\n")


class FarmTest(unittest.TestCase):
    """All tests of a file share a folder, with maps and a farm `plain`."""

    @classmethod
    def setUpClass(cls):
        cls.folder = made_once()
        cls.plain = cls.records("plain")

    @classmethod
    def write(cls, name, content):
        (cls.folder / name).write_text(content)

    @classmethod
    def records(cls, farm):
        """The records of finished jobs, and what tells whether one was written again."""
        found = {}
        for record in (cls.folder / farm / "outputs").glob("*.json"):
            state = record.stat()
            found[record.name] = state.st_ino, state.st_mtime_ns
        return found

    def contents(self, farm):
        """All that does not tell times."""
        files = [*(self.folder / farm / "outputs").iterdir(),
                 self.folder / farm / "report.json"]
        return {file.name: file.read_bytes() for file in files}

    def leftovers(self, farm):
        return [str(file) for file in (self.folder / farm).rglob("*.throng-new*")]

    def is_as_plain(self, farm, besides=False):
        """A farm is complete, has the bytes of the plain one, and nothing else, or finished
        outputs of the endless farm besides."""
        plain, made = self.contents("plain"), self.contents(farm)
        if besides:
            made = {name: made[name] for name in made if name in plain}
        self.assertEqual(sorted(made), sorted(plain))
        self.assertEqual([name for name in plain if made[name] != plain[name]], [])
        self.assertEqual(self.leftovers(farm), [])

    def goes_on(self, farm, before):
        """A farm that began as the endless one is complete, and the jobs whose records existed
        were not done again."""
        self.is_as_plain(farm, besides=True)
        after = self.records(farm)
        again = [name for name in before if after[name] != before[name]]
        self.assertEqual(again, [])
        times = [json.loads(file.read_text())
                 for file in (self.folder / farm).glob("timings*.json")]  # of each shard
        kept = sum(job["state"] == "kept" for part in times for job in part["jobs"])
        self.assertGreaterEqual(kept, len(before.keys() & self.plain.keys()))

    def until_records(self, farm, count):
        until(f"{farm} has {count} records", lambda: len(self.records(farm)) >= count)

    def until_writing(self, farm):
        until(f"{farm} writes its endless output", lambda: any(
            "/matrix-" in name for name in self.leftovers(farm)))

    def processes(self, farm):
        return processes(str(self.folder / farm))

    def until_gone(self, farm):
        until(f"no process is in {farm}", lambda: not self.processes(farm))

    def kill_all(self, farm):
        """For the end of a test: whatever still runs."""
        send(self.processes(farm), signal.SIGKILL)
        self.until_gone(farm)
