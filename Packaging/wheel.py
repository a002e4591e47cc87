#!/usr/bin/env python3
"""Makes wheels of a tree that Packaging/install.sh has written: cuebell, and its extras cuebell-serve, cuebell-lab and
cuebell-voices, with the libraries that the programs load, the data of espeak-ng and all licences.

The programs load libraries from lib/cuebell, then from the system, and at last from lib/cuebell/spare: sound cards and
encryption are better served by the system's own libraries, which know its configuration and are kept up to date.

usage: wheel.py TREE VERSION FOLDER    writes the wheels into FOLDER; SOURCE_DATE_EPOCH is the date of their files
"""
import base64, hashlib, os, pathlib, re, shutil, subprocess, sys, tempfile, time, zipfile

# What Linux with glibc has, by the profiles of PEP 600, and what is there wherever systemd is.
COMMON = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+|z|expat|systemd))\.so\.\d+")
SYSTEM = re.compile(r"lib(asound|ssl|crypto)\.so\.\d+")
# Would play the sound of espeak-ng, which never happens here, by the libraries of a sound server: one that can't play
# takes its place.
PLAYER = "libpcaudio.so.0"
PLAYER_FUNCTIONS = ["create_audio_device_object"] + [
    f"audio_object_{name}" for name in ("open", "close", "write", "flush", "drain", "strerror", "destroy")]
SUMMARIES = {
    "cuebell": None,
    "cuebell-serve": "The server of Cuebell's pages, and its bridge to MQTT brokers",
    "cuebell-lab": "The simulator of Cuebell, and the judge of its recordings",
    "cuebell-voices": "The voices of Cuebell for languages that it doesn't know itself",
}
SHARED = {
    "cuebell": [f"cuebell/{part}" for part in ("Workouts", "Schemas", "docs", "web", "snapcast-control")]
               + ["man", "bash-completion", "zsh", "fish"],
    "cuebell-lab": ["cuebell/Scenarios"],
}
LANGUAGES = {file.stem for file in pathlib.Path("Sources/Core/WorkoutModel/Languages/Texts").iterdir()}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def libraries(file, folder, known, is_spare=False):
    """Adds the libraries that a file loads to those that are known: the path of each name, and whether it is spare."""
    for name in re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", file)):
        spare = is_spare or SYSTEM.fullmatch(name) is not None
        if COMMON.fullmatch(name) or name in known and known[name][1] <= spare:
            continue
        known[name] = (player if name == PLAYER else os.path.realpath(f"{folder}/{name}"), spare)
        libraries(known[name][0], folder, known, spare)
    return known


def package(file):
    """The Debian package that contains a file, and the source package that it is made of."""
    name = output("dpkg-query", "-S", "*" + file.removeprefix("/usr")).split(":")[0]
    return name, output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", name).split("\n")[0]


def is_base(path):
    """Whether data of espeak-ng belongs to the languages of Cuebell, or to all languages."""
    if path.parts[0] == "lang":
        return path.name.split("-")[0] in LANGUAGES
    language, _, kind = path.name.partition("_dict")
    return "mb" not in path.parts and path.parts[0] != "mbrola_ph" and (language == path.name or language in LANGUAGES)


class Wheel:
    def __init__(self, name, version):
        self.stem, self.files, self.packages, self.glibc = f"{name.replace('-', '_')}-{version}", {}, {}, None

    def add(self, path, data, mode=0o644):
        self.files[f"{self.stem}.{path}"] = (data, mode)

    def add_folder(self, path, folder, condition=lambda path: True):
        for file in sorted(each for each in [folder, *folder.rglob("*")] if each.is_file()):
            relative = file.relative_to(folder)
            if condition(relative):
                place = f"data/data/{path}/{relative}".removesuffix("/.")
                self.add(place, file.read_bytes(), 0o755 if os.access(file, os.X_OK) else 0o644)

    def add_code(self, path, file, folders, mode=0o644):
        """Adds a program or a library, which loads libraries from some folders."""
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copyfile(file, f"{folder}/copy")
            output("patchelf", "--set-rpath", folders, copy)
            data = bytearray(pathlib.Path(copy).read_bytes())
            sections = output("readelf", "-SW", copy) if mode & 0o100 else ""
            # No exception is caught in the programs: the tables for it, which are blank here, would take a megabyte.
            for start, size in re.findall(r"\.eh_frame(?:_hdr)?\s+\S+\s+\w+ (\w+) (\w+)", sections):
                start, size = int(start, 16), int(size, 16)
                data[start:start + size] = bytes(size)
            self.add(f"data/{path}", bytes(data), mode)
        versions = re.findall(r"GLIBC_(\d+)\.(\d+)", output("readelf", "-V", file))
        self.glibc = max([self.glibc or (2, 17), *(tuple(map(int, version)) for version in versions)])

    def add_license(self, name, file):
        text = pathlib.Path(file).read_text()
        self.add(f"dist-info/licenses/{name}", text.encode())
        for other in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text):
            self.add(f"dist-info/licenses/{other}", pathlib.Path("/usr/share/common-licenses", other).read_bytes())

    def write(self, folder, machine, metadata, description):
        for name in self.packages:
            self.add_license(f"{name}.copyright", f"/usr/share/doc/{name}/copyright")
        sources = "".join(f"{source}\n" for source in sorted(set(self.packages.values())))
        self.add("dist-info/licenses/SOURCES", f"Debian's sources of the libraries and their data:\n{sources}".encode())
        licenses = sorted(path.split("/licenses/")[1] for path in self.files if "/licenses/" in path)
        metadata += "".join(f"License-File: {name}\n" for name in licenses)
        self.add("dist-info/METADATA", f"{metadata}\n{description}".encode())
        platform = f"manylinux_{self.glibc[0]}_{self.glibc[1]}_{machine}" if self.glibc else "any"
        kind = f"Wheel-Version: 1.0\nGenerator: cuebell\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
        self.add("dist-info/WHEEL", kind.encode())
        record = ""
        for path, (data, _) in self.files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(data)}\n"
        self.add("dist-info/RECORD", f"{record}{self.stem}.dist-info/RECORD,,\n".encode())
        date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
        path = f"{folder}/{self.stem}-py3-none-{platform}.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, (data, mode) in self.files.items():
                entry = zipfile.ZipInfo(name, date)
                entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
                archive.writestr(entry, data)
        print(path)


tree, version, folder = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
summary, description = re.search(r"Description: (.+)\n((?: .+\n)+)", open("Packaging/debian/control").read()).groups()
machine = "aarch64" if "AArch64" in output("readelf", "-h", tree / "bin/cuebell") else "x86_64"
place = f"/usr/lib/{machine}-linux-gnu"
system = f"{place}:/usr/lib64:/usr/lib"
data = next(each for each in output("dpkg-query", "-L", "espeak-ng-data").split() if each.endswith("/espeak-ng-data"))
player, contained = f"{tree}/{PLAYER}", set()
functions = "".join(f"void *{name}(void) {{ return 0; }}\n" for name in PLAYER_FUNCTIONS)
options = ["-shared", "-nostdlib", "-fPIC", f"-Wl,-soname,{PLAYER}", "-o", player, "-x", "c", "-"]
subprocess.run([os.environ.get("CC", "cc"), *options], check=True, input=functions, text=True)
for name in SUMMARIES:
    wheel, program = Wheel(name, version), tree / "bin" / name
    if program.exists():
        own = "$ORIGIN/../lib/cuebell"
        wheel.add_code(f"scripts/{name}", program, f"{own}:{system}:{own}/spare", 0o755)
        for library, (file, is_spare) in sorted(libraries(program, place, {}).items()):
            # An extra has what the command lacks.
            if library not in contained:
                folders = f"{system}:$ORIGIN" if is_spare else f"$ORIGIN:{system}:$ORIGIN/spare"
                wheel.add_code(f"data/lib/cuebell/{'spare/' if is_spare else ''}{library}", file, folders)
                wheel.packages.update([package(file)] if file != player else [])
                contained.add(library)
    if name in ("cuebell", "cuebell-voices"):
        is_extra = name != "cuebell"
        wheel.add_folder("lib/cuebell/espeak-ng-data", pathlib.Path(data), lambda path: is_base(path) != is_extra)
        wheel.packages.update([package(f"{data}/phondata")])
    for part in SHARED.get(name, []):
        wheel.add_folder(f"share/{part}", tree / "share" / part)
    for file in [*sorted((tree / "share/doc/cuebell/licenses").iterdir()), tree / "share/doc/cuebell/copyright"]:
        wheel.add_license(file.name, file)
    extras = "".join(f"Provides-Extra: {other[8:]}\nRequires-Dist: {other}=={version}; extra == '{other[8:]}'\n"
                     for other in SUMMARIES if other != name)
    wheel.write(folder, machine, f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n"
                f"Summary: {SUMMARIES[name] or summary}\nLicense-Expression: GPL-3.0-or-later AND Apache-2.0\n"
                "Requires-Python: >=3.8\nDescription-Content-Type: text/plain\n"
                + (extras if name == "cuebell" else f"Requires-Dist: cuebell=={version}\n"),
                re.sub(r"(?m)^ \.?", "", description))
