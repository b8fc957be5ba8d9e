"""Fails unless the shared library exports just what the public headers promise: each function
that they declare, do not define, and do not keep private or to the library. Fails also if an
inline function of theirs needs more than that.

Usage: check_exports.py LIBRARY COMPILER SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys
import tempfile

library, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
root = pathlib.Path(sys.argv[3]).resolve()

# Public, so that std::make_shared reaches them, but of types that only the library has.
OF_THE_LIBRARY = ["Index(const Key& key, ", "LinkTable(const Grid& grid, LinkList list)"]
OF_OTHER_LIBRARIES = ["lab.hpp"]
MAY_BE_THROWN = {"throng::BadResultAccess"}

SCOPE = re.compile(r"(?:(inline )?namespace|class|struct)\s(?:THRONG_API\s)?\s*([\w:]+)[^(]*$")
NO_FUNCTION = re.compile(r"(using|friend|template|constexpr|inline|static_assert)\b|"
                         r".*\)[\w\s&]*=\s*(delete|default|0)$")
NAME = re.compile(r"(operator\W+|~?\w+)\(")


def blanked(text):
    """The text without comments, strings and the preprocessor's lines."""
    for what in (r"\[\[.*?\]\]", r"//[^\n]*", r"^#(?:[^\n]*\\\n)*[^\n]*",
                 r'"(?:\\.|[^"\\])*"', r"'\\?.'"):
        text = re.sub(what, " ", text, flags=re.M)
    return text


def declarations(text):
    """The statements outside of bodies: their scope, whether it is private, their words."""
    scopes, begin, depth = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth or c not in "{};:":
            continue
        words = " ".join(text[begin:i].split())
        if c == ":":
            if words not in ("public", "private", "protected"):
                continue
            scopes[-1][1] = words != "public"
        elif c == "{":
            scope = SCOPE.match(words)
            scopes.append([scope[2], "class " in words] if scope else None)
            if not scope:
                continue
        elif c == "}":
            body = scopes.pop() is None
            if body and text[i + 1:].lstrip()[:1] in (";", ","):
                continue  # of an initialiser
        elif None not in scopes:
            yield [scope[0] for scope in scopes], any(s[1] for s in scopes), words
        if None not in scopes:
            begin = i + 1


def without_templates(words):
    while words != (shorter := re.sub(r"<(?:[^<>()]|\([^()]*\))*>", "", words)):
        words = shorter
    return words


def promised():
    """The names of what is marked; complains of functions that should be, and are not."""
    marked, faults = set(), []
    for header in sorted((root / "include/throng").glob("*.hpp")):
        if header.name in OF_OTHER_LIBRARIES:
            continue
        for scope, private, words in declarations(blanked(header.read_text())):
            plain = without_templates(words)
            name = NAME.search(plain)
            if NO_FUNCTION.match(plain) or not name or "=" in plain[:name.start()]:
                continue
            if plain.startswith("THRONG_API "):
                marked.add("::".join([*scope, name[1]]))
            elif not private and not plain.startswith(tuple(OF_THE_LIBRARY)):
                faults.append(f"{header.name}: not THRONG_API: {words}")
    if faults or len(marked) < 100:
        sys.exit("\n".join(faults) or f"only {len(marked)} functions are THRONG_API")
    return marked


def exported():
    listed = subprocess.run(["nm", "-D", "--defined-only", "--demangle", library], check=True,
                            text=True, stdout=subprocess.PIPE).stdout
    names, types = set(), set()
    for line in listed.splitlines():
        symbol = line.split(maxsplit=2)[2]
        if found := re.match(r"(?:typeinfo|typeinfo name|vtable) for (.*)", symbol):
            types.add(found[1])
            continue
        symbol = symbol.replace("[abi:cxx11]", "")
        names.add(symbol.partition("(")[0])
    return names, types


def check_inline_functions():
    """Links a program that contains every inline function of the headers."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.cpp"
        source.write_text("#include <throng/throng.hpp>\nint main() {}\n")
        subprocess.run([compiler, "-std=c++20", "-O0", "-fkeep-inline-functions",
                        f"-I{root / 'include'}", source, library, "-o", source.with_suffix("")],
                       check=True)


def fail_if(problem, names):
    if names:
        sys.exit(f"{problem}: {sorted(names)}")


names, types = exported()
marked = promised()
fail_if("exported, but not marked THRONG_API", names - marked)
fail_if("marked THRONG_API, but not exported", marked - names)
fail_if("types exported without need", types - MAY_BE_THROWN)
check_inline_functions()
print(f"functions of {len(marked)} names are exported, and nothing else")
