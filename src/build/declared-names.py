"""Prints what Python files below a folder declare, as JSON: each option, member and export with its owner."""

import ast
import json
import sys
from pathlib import Path


def literals(node):
    """The texts of each `Literal[...]` in an annotation."""
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and ast.unparse(one.value).split(".")[-1] == "Literal":
            for text in ast.walk(one.slice):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.value


def declared(tree):
    """Yields `owner, name, kind` of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from of_class(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            yield "", node.name, "export"
            yield from of_function(node, node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                for text in literals(node.value):
                    yield target.id, text, "member"


def of_class(node):
    if node.name.startswith("_"):
        return
    yield "", node.name, "export"
    is_enum = any("Enum" in ast.unparse(base) for base in node.bases)
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            yield node.name, one.target.id, "option"
            for text in literals(one.annotation):
                yield f"{node.name}.{one.target.id}", text, "member"
        elif is_enum and isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            yield node.name, one.targets[0].id, "member"
        elif isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if one.name == "__init__":
                yield from of_function(one, node.name)
            elif not one.name.startswith("_"):
                yield node.name, one.name, "method"
                yield from of_function(one, f"{node.name}.{one.name}")


def of_function(node, owner):
    given = node.args
    for one in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
        if one.arg in ("self", "cls"):
            continue
        yield owner, one.arg, "option"
        for text in literals(one.annotation) if one.annotation else ():
            yield f"{owner}.{one.arg}", text, "member"


found = []
words = set()
for file in sorted(Path(sys.argv[1]).rglob("*.py")):
    text = file.read_text("utf8", "replace")
    if any(part.startswith("test") for part in file.relative_to(sys.argv[1]).parts):
        continue
    try:
        tree = ast.parse(text)
    except SyntaxError:
        continue
    for one in ast.walk(tree):
        if isinstance(one, ast.Name):
            words.add(one.id)
        elif isinstance(one, ast.Attribute):
            words.add(one.attr)
        elif isinstance(one, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            words.add(one.name)
        elif isinstance(one, ast.arg):
            words.add(one.arg)
        elif isinstance(one, ast.keyword) and one.arg:
            words.add(one.arg)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and len(one.value) < 100:
            words.update(one.value.replace(".", " ").split())
    words.update(file.relative_to(sys.argv[1]).with_suffix("").parts)
    found.extend({"owner": owner, "name": name, "kind": kind} for owner, name, kind in declared(tree))
print(json.dumps({"declared": found, "words": sorted(words)}))
