"""Whatever is wrong with the input: exit code 2, one line, no file touched."""

from program import SMALL_PATHS, SMALL_QUERIES, ProgramTest, in_turn, scenario


class HostileInput(ProgramTest):
    def test_bad_maps_are_refused(self):
        head = "type octile\nheight 2\nwidth 3\nmap\n"
        commands = (["info", "bad.map"], ["solve", "bad.map", "small.scen", "--json", "out.json"],
                    ["validate", "bad.map", "small.scen", "small.paths"])
        for command, (text, about) in in_turn(commands, (
                ("", ": line 1"),
                ("type octile\n", ": line 2"),
                (head, ": line 5"),
                (head + "...\n", ": line 6"),
                (head + "...\n..\n", ": line 6"),
                (head + "....\n...\n", ": line 5"),
                (head + "...\n..x\n", ": line 6"),
                (head + "...\n...\n...\n", ": line 7"),
                (head.replace("2", "two"), ": line 2"),
                (head.replace("2", "-2"), ": line 2"),
                (head.replace("2", "99999999999999999999"), ": line 2"),
                (head.replace("2", "2000000000").replace("3", "2000000000"), ": "),
                (head.replace("2", "60000").replace("3", "60000"), ": "),
                (head.replace("width 3", "height 3"), ": line 3"),
                (b"\x00\xff\xfe\x00" * 100, ": line 1"))):
            self.write("bad.map", text)
            self.refuses(*command, about="bad.map" + about)

    def test_bad_queries_are_refused(self):
        line = "0\tsmall.map\t5\t4\t0\t0\t4\t0\t4.0\n"
        for text, about in (
                ("version 1\n" + line + line.replace("\t4.0", ""), "line 3"),
                ("version 1\n" + line.replace("\t4\t0\t4.0", "\tfour\t0\t4.0"), "line 2"),
                ("version 1\n" + line.replace("4.0", "nan"), "line 2"),
                ("version 1\n" + line.replace("0\t0\t4", "0\t99999999999\t4"), "line 2"),
                ("version 1\n" + line + line.replace("5\t4", "6\t4"), "line 3"),
                (scenario(SMALL_QUERIES, 6, 4), "6 x 4"),
                ("version 2\n" + line, "line 1"),
                ("0,0,1,1\n0,0,1\n", "line 2"),
                ("0,0,1,1\n0,0,1,1,1\n", "line 2"),
                ("0,0,1,one\n0,0,1,1\n", "line"),
                ("", "contains no query"), ("version 1\n", "contains no query"),
                ("sx,sy,gx\n0,0,1\n", "line 1: the header has no column for goal y"),
                ("sx,sy,gx,gy,cost\n0,0,1,1\n", "line 2: expected 5 fields"),
                (b"\x00\xff\xfe\x00" * 100, "line 1")):
            self.write("bad.scen", text)
            self.refuses("solve", "small.map", "bad.scen", "--csv", "out", about=about)
            self.refuses("validate", "small.map", "bad.scen", "small.paths", about="bad.scen")

    def test_bad_paths_are_refused(self):
        lines = SMALL_PATHS.splitlines(keepends=True)
        for text, about in (
                ("", "0 paths"),
                ("".join(lines[:-1]), "contains 6 paths, but small.scen contains 7 queries"),
                (SMALL_PATHS + "7\n", "8 paths"),
                (SMALL_PATHS.replace("\n3 2,2", "\n4 2,2"), "line 4"),
                (SMALL_PATHS.replace("\n3 2,2", "\n3 2;2"), "line 4"),
                (SMALL_PATHS.replace("\n3 2,2", "\n3 2,2,2"), "line 4"),
                (SMALL_PATHS.replace("\n3 2,2", "\n3 2,99999999999"), "line 4")):
            self.write("bad.paths", text)
            self.refuses("validate", "small.map", "small.scen", "bad.paths", about=about)

    def test_files_that_cannot_be_read_are_refused(self):
        (self.folder / "folder").mkdir()
        for bad in "missing", "folder", "small.map/below", "":
            self.refuses("info", bad, about=bad)
            self.refuses("info", "small.map", bad, about=bad)
            self.refuses("solve", bad, "small.scen", about=bad)
            self.refuses("solve", "small.map", bad, about=bad)
            self.refuses("validate", "small.map", "small.scen", bad, about=bad)
        self.refuses("info", "two\nlines", about="two?lines")

    def test_outputs_that_cannot_be_written_are_refused(self):
        (self.folder / "folder").mkdir()
        for bad in "missing/out", "folder", "small.map/out", "":
            self.refuses("generate", "maze", "--size", "9x9", "-o", bad, about=bad)
            for option in "--paths", "--csv", "--json":
                self.refuses("solve", "small.map", "small.scen", option, bad, about=bad)
        self.refuses("solve", "small.map", "small.scen", "--csv", "out", "--json",
                     "missing/out", about="missing/out")
        self.refuses("solve", "small.map", "small.scen", "--csv", "-", "--json", "-",
                     about="--csv and --json")

    def test_bad_words_and_numbers_are_refused(self):
        solve = ["solve", "small.map", "small.scen", "--json", "out"]
        for options, about in (
                (["--topology", "square"], "octile tile hex tex"), (["--topology", "Hex"], "'Hex'"),
                (["--corners", "round"], "never_cut cut_one always"),
                (["--costs", "cheap"], "cheap"), (["--costs", "3/2"], "3/2"),
                (["--costs", "10/21"], "10/21"), (["--costs", "0/0"], "0/0"),
                (["--heuristic", "gate"], "'gate'"),
                (["--heuristic", "octile", "--topology", "tile"], "octile"),
                (["--algorithm", "ida"], "auto astar jps hub textbook idastar"),
                (["--threads", "-1"], "--threads"), (["--threads", "1025"], "0 to 1024"),
                (["--threads", "two"], "'two'"), (["--threads", "2.5"], "'2.5'"),
                (["--threads"], "--threads"), (["--bogus"], "--bogus"),
                (["--threads", "1", "--threads", "2"], "--threads"),
                (["more"], "more")):
            self.refuses(*solve, *options, about=about)
        for option, about in (("--chek", "did you mean --check?"), ("--pahts", "--paths?"),
                              ("-x", "unknown option '-x' of solve")):
            self.refuses("solve", option, about=about)  # though QUERIES is missing, too
        self.refuses("solve", "small.map", "small.csv", "--check", about="small.csv")
        self.refuses("solve", "small.map", about="QUERIES")
        self.refuses("sovle", about="unknown command 'sovle' of throng")
        self.refuses("sovle", "--json", "x", about="did you mean solve?")
        self.refuses("experiment", "table3", about="did you mean table1?")

    def test_options_without_effect_are_refused(self):
        solve = ["solve", "small.map", "small.scen", "--json", "out"]
        for options, about in (
                (["--weight", "200"], "--weight requires --algorithm wastar"),
                (["--beam-width", "5"], "--beam-width requires --algorithm beam"),
                (["--reopen"], "--reopen requires --algorithm wastar, pxwd, pxwu, xdp, xup or "
                               "greedy"),
                (["--algorithm", "textbook", "--landmarks", "4"], "--landmarks requires"),
                (["--heuristic", "plain", "--landmarks", "4"], "--landmarks requires"),
                (["--algorithm", "astar", "--jumps", "graph"], "--jumps requires"),
                (["--algorithm", "jps", "--hubs"], "--hubs requires --algorithm auto"),
                (["--heuristic", "zero", "--areas"], "--areas requires --heuristic auto"),
                (["--model", "enter"], "--model requires --terrain or --weights"),
                (["--points", "p"], "--points requires --any-angle")):
            self.refuses(*solve, *options, about=about)
        self.refuses("info", about="MAP")

    def test_bad_wishes_for_a_map_are_refused(self):
        for options, about in (
                (["--size", "12"], "'12'"), (["--size", "12x"], "'12x'"),
                (["--size", "x"], "'x'"), (["--size", "9x9x9"], "'9x9x9'"),
                (["--size", "0x9"], "0 x 9"), (["--size", "-9x9"], "-9"),
                (["--size", "100000x100000"], "100000 x 100000"),
                (["--seed", "-1"], "'-1'"), (["--seed", "18446744073709551616"], "--seed"),
                (["--corridor", "0"], "--corridor"),
                (["--corridor", "513"], "--corridor 513 is wider than the map of 512 x 512"),
                (["--density", "20"], "KIND random")):
            self.refuses("generate", "maze", "-o", "out", *options, about=about)
        self.refuses("generate", "random", "-o", "out", "--density", "101", about="101")
        self.refuses("generate", "swamp", "-o", "out", about="'swamp'")
        self.refuses("generate", "maze", about="--output")

    def test_an_older_file_survives_a_failure(self):
        self.write("old", "kept")
        self.refuses("solve", "small.map", "missing", "--json", "old", about="missing")
        self.refuses("generate", "maze", "--size", "0x0", "-o", "old", about="0 x 0")
