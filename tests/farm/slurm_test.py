#!/usr/bin/env python3
"""The farm under Slurm: python3 slurm_test.py PATH_TO_THRONG PATH_TO_THRONG_FARM SOURCE_DIR

Skipped where no Slurm can be started.
"""

import os
import pathlib
import signal
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from cluster import Cluster, Missing
from farms import MAPS, RANKS, THRONG, FarmTest, send

ARRAY = """#!/bin/sh
#SBATCH --array=1-3
{throng} farm {manifest} -o {farm} --threads 1 \\
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
"""
SRUN = """#!/bin/sh
#SBATCH --ntasks=3
srun --mpi=pmix {ranks} {manifest} -o {farm}
"""
MPIRUN = """#!/bin/sh
#SBATCH --ntasks=3
mpirun --bind-to none --mca mpi_yield_when_idle 1 {ranks} {manifest} -o {farm}
"""


class Slurm(FarmTest):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)
        try:
            cls.cluster.start()
        except Missing as why:
            raise unittest.SkipTest(str(why)) from why
        super().setUpClass()

    def submit(self, script, farm, manifest="manifest.json"):
        return self.cluster.submit(self.folder, script.format(
            throng=THRONG[0], ranks=RANKS[0], manifest=manifest, farm=self.folder / farm))

    def completes(self, script, farm):
        """Runs a script to its end. Returns what its tasks wrote."""
        job = self.submit(script, farm)
        states = self.cluster.wait(job)
        written = [file.read_text() for file in self.folder.glob(f"slurm-{job}*.out")]
        self.assertEqual(set(states), {"COMPLETED"}, written)
        return written

    def test_a_job_array_makes_the_same_bytes(self):
        self.assertEqual(len(self.completes(ARRAY, "array")), 3)
        self.is_as_plain("array")

    def test_ranks_of_srun_make_the_same_bytes_and_share_the_jobs(self):
        written, = self.completes(SRUN, "srun")
        self.assertIn(f" {len(self.plain)} made now, 0 kept", written)
        self.assertEqual(written.count("made now"), 1)  # one rank speaks
        self.assertRegex(written, "2 jobs at a time")
        self.is_as_plain("srun")

    def test_mpirun_takes_its_ranks_from_the_job(self):
        written, = self.completes(MPIRUN, "mpirun")
        self.assertRegex(written, "2 jobs at a time")
        self.is_as_plain("mpirun")

    def test_a_cancelled_job_that_is_submitted_again_goes_on(self):
        """scancel does what happens at a time limit: SIGTERM, and SIGKILL later."""
        for script, farm in (ARRAY, "cancelled_array"), (SRUN, "cancelled_srun"):
            job = self.submit(script, farm, "endless.json")
            self.until_records(farm, 2)
            self.until_writing(farm)
            self.cluster.run("scancel", job)
            self.assertIn("CANCELLED", self.cluster.wait(job))
            self.until_gone(farm)
            self.assertEqual(self.leftovers(farm), [])
            before = self.records(farm)
            self.completes(script, farm)
            self.goes_on(farm, before)

    def test_a_killed_rank_ends_the_job_which_goes_on_when_submitted_again(self):
        job = self.submit(SRUN, "killed", "endless.json")
        self.until_records("killed", 2)
        ranks = [each for each in self.processes("killed") if each.rank == 2]
        self.assertNotEqual(ranks, [])
        send(ranks, signal.SIGKILL)
        self.assertEqual(self.cluster.wait(job), ["FAILED"])
        self.until_gone("killed")
        before = self.records("killed")
        self.completes(SRUN, "killed")
        self.goes_on("killed", before)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: slurm_test.py PATH_TO_THRONG PATH_TO_THRONG_FARM SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    RANKS.append(os.path.abspath(sys.argv[2]))
    MAPS.append(pathlib.Path(sys.argv[3]).resolve() / "maps")
    unittest.main(argv=sys.argv[:1])
