"""Makes the site, pages that play workouts and the documents, as static files: site.py COMMAND FOLDER."""

import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import markdown

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "Sources/Serving/PageFiles/Pages"
SITE = ROOT / "Packaging/site"
ENGINE = ROOT / ".build/web/cuebell.wasm.gz"
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
          "font-src 'self'; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
          "base-uri 'none'; form-action 'none'")
FAVOURITES = ["seven-minute", "tabata", "box-breathing", "norwegian-4x4", "meditation-20"]
DESCRIPTION = "A talking interval timer that runs in this page, offline, and on Linux."
# What only a server has.
SERVED = [".html", ".webmanifest"]


def run(*arguments):
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, text=True).stdout


def write(name, text):
    path = OUT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def body_of(name):
    """What is within the body of a page."""
    text = next(PAGES.rglob(name)).read_text()
    return re.search(r"<body[^>]*>\n(.*)</body>", text, re.S).group(1).strip()


def page(name, title, body, current="", kind="", description=DESCRIPTION):
    fields = {
        "title": html.escape(title), "description": html.escape(description), "policy": POLICY, "body": body,
        "kind": kind, "root": "../" * name.count("/"), "wall": body_of("wall.html"),
    }
    for each in ["start", "workouts", "documents"]:
        fields[f"is_{each}"] = ' aria-current="page"' if each == current else ""
    text = (SITE / "page.html").read_text()
    write(name, re.sub(r"\{(\w+)\}", lambda place: fields[place.group(1)], text))


# What the pages load.

def add_assets():
    for path in sorted(PAGES.rglob("*")):
        if path.is_dir() or path.suffix in SERVED:
            continue
        data = path.read_bytes()
        write(f"assets/{path.name}", data.replace(b'("/assets/', b'("') if path.suffix == ".css" else data)
    for name in ["site.css", "site.js"]:
        write(f"assets/{name}", (SITE / name).read_bytes())
    write("assets/cuebell.wasm.gz", ENGINE.read_bytes())
    write("cuebell.webmanifest", (SITE / "cuebell.webmanifest").read_bytes())
    names = [name for line in run("sounds").splitlines() for name in line.partition(":")[2].split()]
    for name in names:
        write(f"api/sounds/{name}.json", run("sounds", name, "--clip"))
    for path in (ROOT / "Sources/Core/WorkoutModel/Languages/Texts").glob("*.json"):
        texts = json.loads(path.read_text())
        words = {"language": path.stem, "texts": texts["shown"], "words": texts["words"]}
        write(f"api/words/{path.stem}", json.dumps(words, ensure_ascii=False))
    # Nobody controls anything here.
    write("api/health", json.dumps({"api": 1, "access": "none"}))


# The workouts.

def row_of(workout, link):
    length = "open" if workout["total"] is None else f'{max(1, round(workout["total"] / 6e10))} min'
    about = " · ".join([length, *workout["tags"][:2]])
    return (f'<li><a href="open.html#{link.partition(":")[2]}"><img class="strip" src="workouts/{workout["name"]}.svg" '
            f'alt="" loading="lazy"><b class="name">{html.escape(workout["title"])}</b>'
            f'<span class="soft">{html.escape(about)}</span></a></li>')


def add_workouts():
    listed = json.loads(run("list", "--json", "--workouts", str(ROOT / "Workouts")))["workouts"]
    rows = {}
    for workout in listed:
        link = run("share", workout["file"], "--scheme").splitlines()[0]
        write(f'workouts/{workout["name"]}.svg', run("show", "--svg", "-", "--strip", workout["file"]))
        rows[workout["name"]] = row_of(workout, link)
    page("workouts.html", "Workouts – Cuebell",
         f'<h1>Workouts</h1>\n<ul class="rows">\n{chr(10).join(rows.values())}\n</ul>', "workouts")
    favourites = "\n".join(rows[each] for each in FAVOURITES)
    first = (SITE / "index.html").read_text().replace("{favourites}", favourites).replace("{count}", str(len(rows)))
    page("index.html", "Cuebell: the interval timer that talks", first, "start", "start")
    served = r"<nav.*?</nav>\n|<template.*?</template>\n?|</?main[^>]*>"
    opened = re.sub(served, "", body_of("workout.html"), flags=re.S)
    opened = opened.replace('href="/"', 'href="workouts.html"')
    page("open.html", "Cuebell", opened, "workouts", "opened")
    text = (OUT / "open.html").read_text()
    script = '<script type="module" src="assets/workout.js"></script>\n'
    write("open.html", text.replace("</head>", script + "</head>").replace("<main>", '<main id="page">'))


# The documents.

def slug(title, separator):
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", separator)


def targets_of(text, source, documents):
    """The text with links to documents and pictures of the site; what is elsewhere in the sources is no link."""
    def replaced(place):
        address, words = place.group(2), place.group(3)
        path, _, fragment = address.partition("#")
        if ":" in path or not path:
            return place.group(0)
        wanted = (source.parent / path).resolve()
        if wanted in documents:
            return place.group(0).replace(address, path[:-3] + ".html" + (fragment and "#" + fragment))
        if wanted.suffix in [".mp3", ".svg", ".png"] and wanted.is_file():
            write(str(wanted.relative_to(ROOT)), wanted.read_bytes())
            return place.group(0)
        return words
    # The policy of the pages allows no styles within them.
    text = re.sub(r' style="text-align: (\w+);"', r' class="\1"', text)
    text = re.sub(r'(<a href="([^"]+)"[^>]*>)(.*?)</a>', replaced, text, flags=re.S)
    for address in re.findall(r'<img[^>]* src="([^"]+)"', text):
        wanted = (source.parent / address).resolve()
        write(str(wanted.relative_to(ROOT)), wanted.read_bytes())
    return re.sub(r"(<table>.*?</table>)", r'<div class="wide">\1</div>', text, flags=re.S)


def add_documents():
    index = ROOT / "docs/README.md"
    others = sorted(path for path in (ROOT / "docs").glob("*.md") if path != index)
    documents = [ROOT / "README.md", index, *others,
                 *(ROOT / f"{name}.md" for name in ["CONTRIBUTING", "CHANGELOG", "ROADMAP"])]
    names = {documents[0]: "Cuebell", index: "Who reads what"}
    for source in documents:
        name = str(source.relative_to(ROOT))[:-3] + ".html"
        up = "../" * name.count("/")
        rows = []
        for each in documents:
            address = up + str(each.relative_to(ROOT))[:-3] + ".html"
            mark = ' aria-current="page"' if each == source else ""
            rows.append(f'<li><a href="{address}"{mark}>{names.get(each, each.stem)}</a></li>')
        reader = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists", "toc"], tab_length=2,
                                   extension_configs={"toc": {"slugify": slug}})
        text = targets_of(reader.convert(source.read_text()), source, documents)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", text).group(1)
        contents = f'<aside class="contents"><ul>\n{chr(10).join(rows)}\n</ul></aside>'
        body = f'<article class="read">\n{text}\n</article>\n{contents}'
        page(name, f"{re.sub('<[^>]*>', '', title)} – Cuebell", body, "documents", "documents")


def add_worker():
    files = sorted(str(path.relative_to(OUT)) for path in OUT.rglob("*") if path.is_file())
    content = hashlib.sha256(b"".join((OUT / name).read_bytes() for name in files)).hexdigest()[:16]
    text = (SITE / "worker.js").read_text()
    write("worker.js", text.replace("{version}", content).replace("{files}", json.dumps(["./", *files])))


COMMAND, OUT = sys.argv[1], Path(sys.argv[2])
shutil.rmtree(OUT, ignore_errors=True)
add_assets()
add_workouts()
add_documents()
add_worker()
print(f"{OUT} has {sum(1 for path in OUT.rglob('*') if path.is_file())} files")
