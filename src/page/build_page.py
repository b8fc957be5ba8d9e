#!/usr/bin/env python3
"""Puts the module and the sources of the page into one HTML file.

usage: build_page.py ZOPFLI MODULE SOURCES PAGE

ZOPFLI packs the module as gzip does, in 4 % less.
"""
import base64
import html
import pathlib
import string
import subprocess
import sys

SCRIPTS = ["engine.js", "state.js", "draw.js", "explain.js", "side.js", "page.js", "answers.js",
           "input.js", "units.js", "main.js"]


def in_letters(data):
    """Base 85, which is 6 % shorter than base 64. Digits are the letters from code 40 on, with }
    for <, which may begin a tag."""
    usual = (string.digits + string.ascii_uppercase + string.ascii_lowercase +
             "!#$%&()*+-;<=>?@^_`{|}~").encode()
    ours = bytes(range(40, 125)).replace(b"<", b"}")
    return base64.b85encode(data).translate(bytes.maketrans(usual, ours)).decode()


def main():
    zopfli, module, sources, page = (pathlib.Path(name) for name in sys.argv[1:])
    scripts = "\n".join((sources / name).read_text() for name in SCRIPTS)
    packed = subprocess.run([zopfli, "-c", "--i5", module], check=True,
                            stdout=subprocess.PIPE).stdout
    parts = {
        "css": (sources / "page.css").read_text(),
        "demo": html.escape((sources / "../../maps/demo.map").read_text(), quote=False),
        "module": in_letters(packed),
        "js": "'use strict';\n(() => {\n" + scripts + "})();\n",
    }
    text = (sources / "page.html").read_text()
    for name, part in parts.items():
        assert text.count(f"/*{name}*/") == 1, name
        text = text.replace(f"/*{name}*/", part)
    page.write_text(text)
    print(f"{page}: {page.stat().st_size:,} bytes, {module.stat().st_size:,} of module")


main()
