#!/usr/bin/env python3
"""Prints the list of operating systems by which Raspberry Pi Imager offers an image, as its custom repository.

usage: os-list.py IMAGE.img.xz VERSION DATE DOWNLOADS

DATE is that of the release, DOWNLOADS the address of the image's folder with a slash at its end, where icon.png is, too.
"""
import hashlib, json, lzma, os, sys

path, version, date, downloads = sys.argv[1:]


def measured(file):
    """The length of a file, and its SHA-256."""
    length, digest = 0, hashlib.sha256()
    while piece := file.read(1 << 20):
        length += len(piece)
        digest.update(piece)
    return length, digest.hexdigest()


with open(path, "rb") as file:
    size, digest = measured(file)
with lzma.open(path) as file:
    extracted_size, extracted_digest = measured(file)
print(json.dumps({"os_list": [{
    "name": f"Cuebell {version}",
    "description": "A gym timer: the wall on a television, the remote on phones, words and gongs on loudspeakers",
    "icon": f"{downloads}icon.png",
    "url": downloads + os.path.basename(path),
    "extract_size": extracted_size, "extract_sha256": extracted_digest,
    "image_download_size": size, "image_download_sha256": digest,
    "release_date": date, "init_format": "systemd", "architecture": "armv8",
    "devices": ["pi5-64bit", "pi4-64bit", "pi3-64bit"], "capabilities": [],
}]}, indent=2))
