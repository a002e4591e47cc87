#!/bin/sh
# Makes an OCI image of a built command and its programs with the libraries of this machine's Debian, without a daemon,
# as the layout in the folder .build/image.
#
# usage: Packaging/image.sh COMMAND VERSION
set -eu

# The part that completes the root whose packages have been unpacked; mmdebstrap calls it.
if [ "$1" = root ]; then
  cd "$2/tmp"
  # Of the plugins of ALSA only those that reach PulseAudio: the others load all codecs of ffmpeg.
  APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq download libasound2-plugins
  dpkg-deb --fsys-tarfile libasound2-plugins_*.deb |
    tar -x -C "$2" --wildcards '*_pulse.so' '*alsa*conf.d/*pulse*' ./usr/share/doc/libasound2-plugins/copyright
  rm libasound2-plugins_*.deb
  cd "$2"
  rm -rf usr/share/man usr/share/locale usr/share/info usr/share/lintian usr/share/bug usr/share/doc-base \
    usr/lib/*/gconv var/cache/apt var/lib/apt
  find usr/share/doc -type f ! -name copyright -delete
  mkdir -p proc dev run tmp var/tmp
  chmod 1777 tmp var/tmp
  install -d -o 1000 -g 29 -m 700 var/lib/cuebell
  chroot . /bin/busybox --install -s /bin
  exit
fi

cd "$(dirname "$0")/.."
command=$(realpath "$1") version=$2
layout=.build/image
work=$(mktemp -d .build/image.XXXXXX)
trap 'rm -rf "$work"' EXIT
# The same sources give the same layer.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH

sh Packaging/install.sh "$command" "$work/tree" /usr
(cd "$work/tree/usr" && rm -r lib share/man share/*-completion share/fish share/zsh share/applications share/icons \
  share/metainfo)
install -Dm755 Packaging/image/health "$work/tree/usr/bin/cuebell-health"
# The group is that of the sound cards on every Debian.
mkdir -p "$work/tree/etc"
echo 'root:x:0:0::/root:/bin/sh
cuebell:x:1000:29::/var/lib/cuebell:/bin/sh' >"$work/tree/etc/passwd"
echo 'root:x:0:
audio:x:29:cuebell' >"$work/tree/etc/group"

# The packages of the libraries that the programs load.
libraries=$(ldd "$command" "$command-serve" "$command-lab" | sed -n 's|^\t\(.*\) => .*|*/\1|p' | sort -u | xargs dpkg-query -S |
  sed 's/:.*/,/' | sort -u | tr -d '\n')
# shellcheck disable=SC2016 # mmdebstrap expands it
mmdebstrap --quiet --variant=extract --include="${libraries}libpulse0,espeak-ng-data,busybox,netbase" \
  --aptopt='Acquire::Check-Valid-Until "false"' --extract-hook='sh Packaging/image.sh root "$1"' \
  --extract-hook="sync-in '$work/tree' /" "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/layer.tar"

rm -rf "$layout"
umoci init --layout "$layout"
umoci new --image "$layout:$version"
umoci raw add-layer --image "$layout:$version" --history.comment "Cuebell $version" "$work/layer.tar"
umoci config --image "$layout:$version" --config.user 1000:29 --config.workingdir /var/lib/cuebell \
  --config.entrypoint /usr/bin/cuebell --config.cmd serve --config.cmd --listen --config.cmd 0.0.0.0:7420 \
  --config.exposedports 7420/tcp --config.volume /var/lib/cuebell --config.stopsignal SIGTERM \
  --config.env HOME=/var/lib/cuebell --config.env LANG=C.UTF-8 --config.env PATH=/usr/bin:/bin \
  --config.label "org.opencontainers.image.version=$version" --config.label org.opencontainers.image.title=Cuebell
# The layout has no field for a health check; engines read the one that Docker's images have.
python3 - "$layout" <<'P'
import hashlib, json, os, sys

layout = sys.argv[1]


def blob(digest):
    return os.path.join(layout, "blobs", *digest.split(":"))


def replaced(descriptor, change):
    with open(blob(descriptor["digest"])) as file:
        value = json.load(file)
    os.remove(blob(descriptor["digest"]))
    change(value)
    data = json.dumps(value).encode()
    descriptor.update(digest="sha256:" + hashlib.sha256(data).hexdigest(), size=len(data))
    with open(blob(descriptor["digest"]), "wb") as file:
        file.write(data)


second = 10**9
check = {"Test": ["CMD", "/usr/bin/cuebell-health"], "Interval": 30 * second, "Timeout": 5 * second, "StartPeriod": 5 * second}
with open(os.path.join(layout, "index.json")) as file:
    index = json.load(file)
replaced(index["manifests"][0], lambda manifest: replaced(
    manifest["config"], lambda config: config["config"].update(Healthcheck=check)))
index["manifests"].append(dict(index["manifests"][0], annotations={"org.opencontainers.image.ref.name": "latest"}))
with open(os.path.join(layout, "index.json"), "w") as file:
    json.dump(index, file)
P
echo "$layout:$version, $(du -sm "$layout" | cut -f1) MB, $(($(stat -c %s "$work/layer.tar") / 1000000)) MB unpacked"
