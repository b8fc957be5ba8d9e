#!/usr/bin/env python3
"""throng-farm under mpirun: python3 mpi_test.py PATH_TO_THRONG PATH_TO_THRONG_FARM SOURCE_DIR

With THRONG_TEST_LONG=1 in the environment farms are larger and are killed at more moments.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from farms import LONG, MAPS, MINUTE, RANKS, THRONG, FarmTest, mpi_settings, send, until

MPIRUN = ["mpirun", "--bind-to", "none", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]
# mpirun kills what is left 1 s after a rank has died: with this, at once, and more is left.
HURRY = ["--mca", "odls_base_sigkill_timeout", "0"]
FARMS = 7 if LONG else 1  # each is killed three times


class MpiTest(FarmTest):
    def start(self, farm, ranks=3, options=(), manifest="manifest.json"):
        """Starts a farm. Its folder is an absolute name: it marks its processes."""
        self.addCleanup(self.kill_all, farm)
        return subprocess.Popen(
            [*MPIRUN, *options, "-n", str(ranks), *RANKS, manifest, "-o", self.folder / farm],
            cwd=self.folder, env=mpi_settings(self.folder), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ends(self, started):
        """Exit code and standard error of what was started."""
        _, said = started.communicate(timeout=MINUTE)
        return started.returncode, said

    def runs(self, farm, **options):
        code, said = self.ends(self.start(farm, **options))
        self.assertEqual((code, said), (0, ""), farm)

    def until_started(self, farm, ranks=3):
        """The processes of a farm, once all ranks run."""
        def all_ranks():
            found = self.processes(farm)
            return found if sum(each.rank is not None for each in found) == ranks else None
        return until("all ranks run", all_ranks)


class Ranks(MpiTest):
    def test_any_number_of_ranks_makes_the_same_bytes(self):
        for ranks in 2, 3, 5:
            farm = f"of_{ranks}"
            self.runs(farm, ranks=ranks)
            self.is_as_plain(farm)

    def test_a_map_that_cannot_be_read_ends_all_ranks_with_1_and_one_line(self):
        self.write("no.map", "type octile\nheight 4\n")
        self.write("bad_map.json", '{"throng_farm": 1, "maps": ["no.map", "maps/demo.map"],'
                                   ' "jobs": [{"make": "fields", "landmarks": 2}]}')
        code, said = self.ends(self.start("bad_map", manifest="bad_map.json"))
        self.assertEqual(code, 1)
        self.assertRegex(said, r"(?m)^throng: no\.map: ")
        self.assertEqual(said.count("throng: "), 1, said)
        plain = subprocess.run([*THRONG, "farm", "bad_map.json", "-o", "bad_map_plain"],
                               cwd=self.folder, capture_output=True, timeout=MINUTE, check=False)
        self.assertEqual(plain.returncode, 1)
        self.assertEqual(self.contents("bad_map"), self.contents("bad_map_plain"))


class Refused(MpiTest):
    """Exit code 2, one line by throng besides what mpirun says, and no hang."""

    def refuses(self, *arguments, about):
        run = subprocess.run([*MPIRUN, *HURRY, "-n", "3", *RANKS, *arguments], cwd=self.folder,
                             env=mpi_settings(self.folder), text=True, timeout=MINUTE,
                             capture_output=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertEqual(run.stderr.count("throng: "), 1, run.stderr)
        self.assertRegex(run.stderr, rf"(?m)^throng: .*{about}", arguments)

    def test_wrong_options(self):
        self.refuses("manifest.json", "-o", "refused", "--bogus", about="unknown option '--bogus'")
        self.refuses("manifest.json", about="--output is required")
        self.refuses("manifest.json", "-o", "refused", "--threads", "many", about="many")
        self.refuses("manifest.json", "-o", "refused", "--shard", "1/2", about="--shard")

    def test_what_cannot_be_read_or_written(self):
        self.write("bad.json", '{"throng_farm": 1, "maps": ["maps/*.map"], "jobs": [{"make": 1}]}')
        self.refuses("bad.json", "-o", "refused", about=r"bad\.json: jobs\[0\]\.make")
        self.refuses("none.json", "-o", "refused", about=r"none\.json")
        self.refuses("manifest.json", "-o", "manifest.json", about=r"manifest\.json")


class Killed(MpiTest):
    """kill -9, in whatever way: the same command goes on."""

    def kill_in_the_middle(self, farm, records, choose):
        """Runs an endless farm until it has so many records, and kills the processes that
        choose() returns. Returns the records, once all processes are gone."""
        started = self.start(farm, manifest="endless.json", options=HURRY)
        victims = choose(self.until_started(farm))
        self.until_records(farm, records)
        self.until_writing(farm)
        send(victims, signal.SIGKILL)
        code, _ = self.ends(started)
        self.assertNotEqual(code, 0)
        self.until_gone(farm)
        return self.records(farm)

    def kills(self, name, choose):
        """Kills a farm again and again, each time when it has more records."""
        chance = random.Random(name)
        for number in range(FARMS):
            farm, before = f"{name}_{number}", {}
            for records in sorted(chance.sample(range(1, len(self.plain)), 3)):
                after = self.kill_in_the_middle(farm, records,
                                                lambda found: choose(found, chance))
                self.assertEqual({**after, **before}, after)  # what was done is done
                before = after
            self.runs(farm)
            self.goes_on(farm, before)

    def test_a_worker(self):
        def one_of_two(found, chance):
            rank = chance.choice([1, 2])
            return [each for each in found if each.rank == rank]
        self.kills("worker", one_of_two)

    def test_rank_0(self):
        self.kills("rank_0", lambda found, _: [each for each in found if each.rank == 0])

    def test_mpirun(self):
        self.kills("mpirun", lambda found, _: [each for each in found if each.rank is None])

    def test_everything_at_once(self):
        self.kills("everything", lambda found, _: found)
        self.kill_in_the_middle("half", 1, lambda found: found)
        self.assertNotEqual(self.leftovers("half"), [])  # so there was something to remove

    def test_a_farm_that_goes_on_beside_another(self):
        """A farm stands still in the middle of an output, a second one begins beside it, the
        first wakes, during the second or after it, and its mpirun is killed."""
        for farm, during in ("during", True), ("after", False):
            first = self.start(farm, manifest="endless.json")
            found = self.until_started(farm)
            self.until_records(farm, 3)
            self.until_writing(farm)
            send(found, signal.SIGSTOP)
            before, held = self.records(farm), self.leftovers(farm)
            second = self.start(farm)
            if during:
                self.until_records(farm, len(before) + 3)
                self.wake_without_mpirun(found)
            self.assertEqual(self.ends(second), (0, ""))
            if not during:
                self.assertEqual(self.leftovers(farm), held)  # in use
                self.wake_without_mpirun(found)
            self.ends(first)
            self.until_gone(farm)
            self.runs(farm, ranks=1)  # removes what the survivors left
            self.is_as_plain(farm, besides=True)

    def wake_without_mpirun(self, found):
        """The ranks go on until they miss mpirun, for up to 3 s."""
        send([each for each in found if each.rank is not None], signal.SIGCONT)
        send([each for each in found if each.rank is None], signal.SIGKILL)


class Terminated(MpiTest):
    """SIGTERM: ends soon, leaves nothing behind, and goes on."""

    def test_whoever_is_told_all_end(self):
        choices = {"mpirun": lambda each: each.rank is None,
                   "rank 0": lambda each: each.rank == 0,
                   "a worker": lambda each: each.rank == 2,
                   "all": lambda each: True}
        for records, (who, chosen) in enumerate(choices.items(), 1):
            started = self.start("told", manifest="endless.json")
            found = self.until_started("told")
            self.until_records("told", records)
            self.until_writing("told")
            send(filter(chosen, found), signal.SIGTERM)
            code, _ = self.ends(started)
            self.assertNotEqual(code, 0, who)
            self.until_gone("told")
            self.assertEqual(self.leftovers("told"), [], who)
        before = self.records("told")
        self.runs("told")
        self.goes_on("told", before)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: mpi_test.py PATH_TO_THRONG PATH_TO_THRONG_FARM SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    RANKS.append(os.path.abspath(sys.argv[2]))
    MAPS.append(pathlib.Path(sys.argv[3]).resolve() / "maps")
    unittest.main(argv=sys.argv[:1])
