#!/usr/bin/env python3
"""Prints the bill of materials of a release in SPDX 2.3: what is linked into the programs, by Package.resolved and
Packaging/debian/copyright, and the libraries that the Debian package depends on, by dpkg.

usage: sbom.py DEB VERSION COMMIT    SOURCE_DATE_EPOCH is its date
"""
import json, os, re, subprocess, sys, time, urllib.parse

LICENSES = {"Expat": "MIT", "Apache-2.0 with Swift exception": "Apache-2.0 WITH Swift-exception"}
# What comes with the toolchain or within another package, and what Debian has under another name.
WITHIN = {"llhttp": "swift-nio", "uSHET": "swift-nio"}
DEBIAN = {"flac": "libflac-dev", "libogg": "libogg-dev"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name, version, location="NOASSERTION", license="NOASSERTION", copyright="NOASSERTION", url=None):
    found = {"SPDXID": identifier(name), "name": name, "versionInfo": version, "downloadLocation": location,
             "filesAnalyzed": False, "licenseConcluded": license, "licenseDeclared": license,
             "copyrightText": copyright}
    if url:
        found["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}]
    return found


def linked(pins):
    """The works of the paragraphs `Files: linked/…`."""
    for paragraph in open("Packaging/debian/copyright").read().split("\n\n"):
        names = re.findall(r"linked/(\S+)", paragraph.partition("Copyright:")[0])
        holders = re.search(r"Copyright: ((?:.+\n)(?: .+\n)*)", paragraph)
        short = re.search(r"\nLicense: (.+)", paragraph)
        for name in names:
            license, copyright = LICENSES.get(short[1], short[1]), " ".join(holders[1].split())
            pin = pins.get(WITHIN.get(name, name))
            if pin:
                location, state = pin["location"], pin["state"]
                yield package(name, state["version"], f"git+{location}@{state['revision']}", license, copyright,
                              f"pkg:swift/{location.split('://')[1]}@{state['version']}")
            elif name in DEBIAN:
                yield debian(DEBIAN[name], license, copyright, name)
            else:
                version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
                yield package(name, version, license=license, copyright=copyright)


def debian(binary, license="NOASSERTION", copyright="NOASSERTION", name=None):
    version = output("dpkg-query", "-W", "-f", "${Version}\n", binary).split("\n")[0]
    url = f"pkg:deb/debian/{urllib.parse.quote(binary)}@{urllib.parse.quote(version, safe='')}"
    return package(name or binary, version, license=license, copyright=copyright, url=url)


deb, version, commit = sys.argv[1:]
with open("Package.resolved") as file:
    pins = {pin["identity"]: pin for pin in json.load(file)["pins"]}
depends = re.findall(r"(?:^|, )([a-z0-9.+-]+)", output("dpkg-deb", "-f", deb, "Depends"))
root = package("cuebell", version, license="GPL-3.0-or-later AND Apache-2.0", copyright="2026 The Cuebell authors")
static, dynamic = list(linked(pins)), [debian(name) for name in depends]
relations = [("SPDXRef-DOCUMENT", "DESCRIBES", root)] + [(root["SPDXID"], "STATIC_LINK", each) for each in static]
relations += [(root["SPDXID"], "DYNAMIC_LINK", each) for each in dynamic]
date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
print(json.dumps({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"cuebell-{version}",
    "documentNamespace": f"urn:cuebell:{version}:{commit}",
    "creationInfo": {"created": date, "creators": ["Organization: The Cuebell authors", "Tool: sbom.py"]},
    "packages": [root, *static, *dynamic],
    "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
                      for one, kind, other in relations],
}, indent=1))
