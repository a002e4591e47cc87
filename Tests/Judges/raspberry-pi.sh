#!/bin/sh
# Judges what is made for the Raspberry Pi: the hook of rpi-image-gen in a new Debian 13, whose server then starts with
# the options of the gym, and the list for Raspberry Pi Imager by its schema. A package for this machine's processor
# runs as it is, one for arm64 by the package qemu-user-static.
#
# usage: Tests/Judges/raspberry-pi.sh DEB
set -eu
cd "$(dirname "$0")/../.."
deb=$(realpath "$1")
. Tests/Judges/roots.sh
cp Packaging/raspberry-pi/install-cuebell "$deb" "$work"
python3 -c 'import yaml; layer = yaml.safe_load(open("Packaging/raspberry-pi/layer/cuebell.yaml"))
assert "sh install-cuebell" in layer["mmdebstrap"]["customize-hooks"][0]'
cat >"$work/use" <<'S'
set -eu
root=$1
units=$root/etc/systemd/system
options=$(sed -n 's/^Environment="CUEBELL_SERVE_OPTIONS=\(.*\)"$/\1/p' "$units/cuebell-serve.service.d/gym.conf")
[ -h "$units/default.target.wants/cuebell-serve.service" ]
chroot "$root" systemd-analyze verify --man=no cuebell-serve.service
chroot "$root" sh -euc "install -d -o cuebell -m 700 /var/lib/cuebell
  setpriv --reuid cuebell --regid cuebell --clear-groups env -i HOME=/var/lib/cuebell PATH=/usr/bin:/bin \
    timeout 20 cuebell serve ${options%:7420*}:7421${options#*:7420} >/tmp/links || [ \$? = 124 ]
  grep -q /remote /tmp/links && rm -r /var/lib/cuebell /tmp/links"
S
echo "$sources" | sed "s/$machine/trixie/g" | mmdebstrap --quiet --variant=minbase --include=systemd \
  --architectures="$(dpkg-deb -f "$deb" Architecture)" --aptopt='Acquire::Check-Valid-Until "false"' \
  --customize-hook="sh '$work/install-cuebell' \"\$1\" Gym" --customize-hook="sh '$work/use' \"\$1\"" trixie /dev/null -
echo "  the image's root serves pages"

head -c 3000000 /dev/zero >"$work/cuebell.img"
xz "$work/cuebell.img"
python3 Packaging/raspberry-pi/os-list.py "$work/cuebell.img.xz" 1.2.3 2026-11-30 https://example.org/ >"$work/list.json"
python3 - "$work/list.json" <<'P'
import json, sys
import jsonschema
text = {"type": "string", "minLength": 1}
address, digest = {"type": "string", "pattern": "^https://"}, {"type": "string", "pattern": "^[0-9a-f]{64}$"}
size = {"type": "integer", "minimum": 1}
entry = {
    "name": text, "description": text, "icon": address,
    "url": {"type": "string", "pattern": r"^https://.*\.(zip|gz|xz)$"},
    "extract_size": size, "extract_sha256": digest, "image_download_size": size,
    "release_date": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}}
optional = {"image_download_sha256": digest, "init_format": {"enum": ["systemd", "cloudinit", "none"]},
            "architecture": {"enum": ["armhf", "armv8"]}, "devices": {"type": "array", "items": text},
            "capabilities": {"type": "array", "items": text}}
with open(sys.argv[1]) as file:
    systems = json.load(file)
system = {"type": "object", "required": list(entry), "properties": {**entry, **optional}, "additionalProperties": False}
jsonschema.validate(systems, {
    "type": "object", "required": ["os_list"], "properties": {"os_list": {"type": "array", "items": system}}})
[system] = systems["os_list"]
assert system["extract_size"] == 3_000_000 > system["image_download_size"], system
P
echo "  the list is one that Imager reads"
