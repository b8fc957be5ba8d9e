"""Fails unless the layout table in the manual of the C interface is that of throng.h.

Other languages copy the structs by this table. The compiler says where the fields are.
Usage: check_layout.py C_COMPILER SOURCE_DIR [--write]   (--write: replaces the table)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
manual = root / "include/throng/c_interface.md"
header = re.sub(r"/\*.*?\*/", "", (root / "include/throng.h").read_text(), flags=re.S)
HEAD = "| struct | bytes | fields: offset name type |\n| --- | --- | --- |\n"
NAMES = {"int32_t": "i32", "uint32_t": "u32", "uint16_t": "u16", "int16_t": "i16",
         "uint8_t": "u8", "uint64_t": "u64", "size_t": "usize", "ptrdiff_t": "isize",
         "double": "f64", "float": "f32"}


def fields_of(body):
    for line in (part.strip() for part in body.split(";")):
        if not line:
            continue
        function = re.fullmatch(r".*\(\*(\w+)\)\(.*\)", line, re.S)
        if function:
            yield function[1], "pointer"
            continue
        kind, name, array = re.fullmatch(r"(?:const )?(.+?)(\w+)(\[\d+\])?", line).groups()
        kind = kind.strip()
        yield name, "pointer" if kind.endswith("*") else NAMES.get(kind, kind) + (array or "")


structs = {name: list(fields_of(body)) for body, name in
           re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", header, re.S)}
lines = ["#include <throng.h>", "#include <stdio.h>", "int main(void) {"]
for struct, fields in structs.items():
    lines.append(f'printf("| `{struct}` | %zu | ", sizeof({struct}));')
    for k, (name, kind) in enumerate(fields):
        end = " |\\n" if k + 1 == len(fields) else ", "
        lines.append(f'printf("%zu {name} {kind}{end}", offsetof({struct}, {name}));')
lines += ["return 0;", "}"]
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, "layout.c")
    source.write_text("\n".join(lines))
    program = pathlib.Path(folder, "layout")
    subprocess.run([compiler, "-std=c99", "-I", root / "include", source, "-o", program],
                   check=True)
    table = HEAD + subprocess.run([program], check=True, capture_output=True,
                                  text=True).stdout
text = manual.read_text()
if len(structs) < 20:
    sys.exit(f"found only {len(structs)} structs in throng.h")
if "--write" in sys.argv:
    start = text.index(HEAD)
    end = text.find("\n\n", start) + 1
    manual.write_text(text[:start] + table + text[end:] if end else text[:start] + table)
elif table not in text:
    sys.exit(f"the table in {manual} is not that of throng.h:\n{table}")
print(f"{len(structs)} structs")
