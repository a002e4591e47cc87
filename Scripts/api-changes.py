#!/usr/bin/env python3
"""Compares the interfaces of the library products with those of the last release.

Fails if a program that embeds them may no longer compile, except for the changes in Packaging/api-breakages.txt. With
--write, these are written there. Packaging/releases names the commit of each release, because a clone may have no tags.
Only the declarations are compiled, so that it takes a minute.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(".build/api")
ALLOWED = pathlib.Path("Packaging/api-breakages.txt")
EXPORTED = re.compile(r"^@_exported public import (\w+)$", re.MULTILINE)


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def keep_public(declaration: dict) -> None:
    """Removes what has package access from a description."""
    children = declaration.get("children", [])
    declaration["children"] = [child for child in children if not child.get("isInternal")]
    for child in declaration["children"]:
        keep_public(child)


class Interface:
    """What the library products of a tree of sources show, as descriptions of their modules in a folder."""

    def __init__(self, root: pathlib.Path, folder: pathlib.Path):
        self.root, self.folder = root, folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        scratch = ("--scratch-path", str(folder / "manifest"))
        package = json.loads(output("swift", "package", "--package-path", str(root), *scratch, "dump-package"))
        self.targets = {target["name"]: target for target in package["targets"]}
        libraries = [product for product in package["products"] if "library" in product["type"]]
        self.products = {product["name"] for product in libraries}
        self.options, self.emitted, self.shown = [], [], []
        for product in libraries:
            for module in product["targets"]:
                self.show(module)

    def sources(self, name: str) -> list[pathlib.Path]:
        return sorted(self.path(name).rglob("*.swift"))

    def path(self, name: str) -> pathlib.Path:
        return self.root / (self.targets[name].get("path") or f"Sources/{name}")

    def show(self, name: str) -> None:
        """Describes a module, and those that it exports again."""
        if name in self.shown:
            return
        self.shown.append(name)
        self.emit(name)
        subprocess.run(
            ["swift-api-digester", "-dump-sdk", "-module", name, "-o", str(self.description(name)), "-I",
             str(self.folder), "-swift-version", "6", "-avoid-location", "-avoid-tool-args", *self.options], check=True)
        description = json.loads(self.description(name).read_text())
        keep_public(description["ABIRoot"])
        self.description(name).write_text(json.dumps(description))
        for source in self.sources(name):
            for exported in EXPORTED.findall(source.read_text()):
                self.show(exported)

    def description(self, name: str) -> pathlib.Path:
        return self.folder / f"{name}.json"

    def emit(self, name: str) -> None:
        """Compiles the declarations of a module, after those that it imports."""
        target = self.targets.get(name)
        if not target or name in self.emitted:
            return
        self.emitted.append(name)
        for dependency in target["dependencies"]:
            self.emit((dependency.get("byName") or dependency.get("target") or [""])[0])
        if target["type"] == "system":
            self.options += ["-I", str(self.path(name))]
            return
        features = []
        for setting in target["settings"]:
            for kind, value in setting["kind"].items():
                if "Feature" in kind:
                    features += [f"-enable-{kind[6:].replace('Feature', '').lower()}-feature", value["_0"]]
        sources = self.sources(name) + self.resources(target)
        subprocess.run(
            ["swiftc", "-emit-module", "-emit-module-path", str(self.folder / f"{name}.swiftmodule"), "-wmo",
             "-parse-as-library", "-module-name", name, "-package-name", "cuebell", "-swift-version", "6",
             "-suppress-warnings", "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies", "-I",
             str(self.folder), *self.options, *features, *map(str, sources)], check=True)

    def resources(self, target: dict) -> list[pathlib.Path]:
        """A file that declares what SwiftPM generates for resources in code."""
        files = []
        for resource in target.get("resources", []):
            path = self.path(target["name"]) / resource["path"]
            files += [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
        if not files:
            return []
        names = sorted({re.sub(r"\W", "_", file.name) for file in files})
        code = self.folder / f"{target['name']}Resources.swift"
        lines = [f"  static let {name}: [UInt8] = []" for name in names]
        code.write_text("\n".join(["enum PackageResources {", *lines, "}", ""]))
        return [code]


def breakages(old: Interface, new: Interface) -> list[str]:
    found = [f"product {name} has been removed" for name in sorted(old.products - new.products)]
    for module in old.shown:
        if module not in new.shown:
            found.append(f"module {module} is shown by no product")
            continue
        report = new.folder / f"{module}.txt"
        subprocess.run(
            ["swift-api-digester", "-diagnose-sdk", "-input-paths", str(old.description(module)), "-input-paths",
             str(new.description(module)), "-o", str(report), "-swift-version", "6"], check=True)
        lines = [line for line in report.read_text().splitlines() if line and not line.startswith("/*")]
        found += sorted({f"{module}: {line}" for line in lines})
    return found


def main(*arguments: str) -> int:
    os.chdir(pathlib.Path(__file__).parent.parent)
    version, commit = pathlib.Path("Packaging/releases").read_text().split("\n")[-2].split()
    if subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True).returncode != 0:
        print(f"This clone doesn't have the commit of {version}: git fetch --unshallow", file=sys.stderr)
        return 1
    tree = FOLDER / version
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit, "Package.swift", "Sources"], check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
    found = breakages(Interface(tree, FOLDER / f"{version}-modules"), Interface(pathlib.Path("."), FOLDER / "modules"))
    if "--write" in arguments:
        ALLOWED.write_text("".join(f"{line}\n" for line in found))
    allowed = set(ALLOWED.read_text().splitlines()) if ALLOWED.exists() else set()
    new = [line for line in found if line not in allowed]
    for line in new:
        print(line)
    print(f"{len(found)} changes since {version} may break a program, of which {len(new)} are not intended")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
