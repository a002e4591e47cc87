#!/bin/sh
# Installs a built command and its programs, stripped, with their files: manual pages, completions, workouts, scenarios,
# schemas, the engine of the pages, units, Snapcast's control script, the desktop's entry, documents and licences. The
# tree is the same for make install, the Debian package and the tarball. STRIP names the strip for another processor,
# HOMEPAGE the address that the desktop's entry names.
#
# usage: Packaging/install.sh COMMAND DESTDIR PREFIX    the tree is written to DESTDIR/PREFIX and used in PREFIX
set -eu
command=$(realpath "$1") tree=$2$3 prefix=$3
cd "$(dirname "$0")/.."

install -Dm755 "$command" "$tree/bin/cuebell"
install -Dm755 "$command-serve" "$tree/bin/cuebell-serve"
install -Dm755 "$command-lab" "$tree/bin/cuebell-lab"
"${STRIP:-strip}" "$tree/bin/cuebell" "$tree/bin/cuebell-serve" "$tree/bin/cuebell-lab"

# Copies the files of a folder and its subfolders, readable for all.
copy() {
  (cd "$1" && find . -type f) | while read -r file; do install -Dm644 "$1/$file" "$2/$file"; done
}
for folder in Schemas Workouts Scenarios; do copy "$folder" "$tree/share/cuebell/$folder"; done
# The page that assistants read: a system may have no documents.
install -Dm644 docs/WORKOUTS.md "$tree/share/cuebell/docs/WORKOUTS.md"
# A toolchain may have no library for it.
engine=.build/web/cuebell.wasm.gz
[ ! -e "$engine" ] || install -Dm644 "$engine" "$tree/share/cuebell/web/cuebell.wasm.gz"
install -Dm755 Packaging/snapcast/snapcast-control "$tree/share/cuebell/snapcast-control"

# The units of a user and those of the system are the same, but for the account and for what only the system can do.
for instance in user system; do
  for unit in Packaging/systemd/cuebell*; do
    install -Dm644 "$unit" "$tree/lib/systemd/$instance/$(basename "$unit")"
    sed -i "s|/usr/local/|$prefix/|g" "$tree/lib/systemd/$instance/$(basename "$unit")"
  done
done
sed -i '/^# What only the system/,/^$/d' "$tree"/lib/systemd/user/*.service
for service in cuebell@ cuebell-serve cuebell-mqtt; do
  install -Dm644 Packaging/systemd/system/account.conf "$tree/lib/systemd/system/$service.service.d/account.conf"
done
install -Dm644 Packaging/systemd/sysusers.conf "$tree/lib/sysusers.d/cuebell.conf"

install -Dm644 Packaging/desktop/cuebell.desktop "$tree/share/applications/cuebell.desktop"
install -Dm644 Sources/Serving/PageFiles/Pages/shared/icon.svg "$tree/share/icons/hicolor/scalable/apps/cuebell.svg"
entry="$tree/share/metainfo/org.cuebell.cuebell.metainfo.xml"
install -Dm644 Packaging/desktop/org.cuebell.cuebell.metainfo.xml "$entry"
[ -z "${HOMEPAGE:-}" ] || sed -i "s|^  <categories>|  <url type=\"homepage\">$HOMEPAGE</url>\n&|" "$entry"

documents="$tree/share/doc/cuebell"
copy docs "$documents/docs"
install -m644 README.md CHANGELOG.md CONTRIBUTING.md "$documents"
# The sources aren't installed, so what would link to them is text.
sed -i 's/\[\([^]]*\)\](\(\.\.\/\)\?\(Tests\|Examples\)[^)]*)/\1/g' "$documents/README.md" "$documents"/docs/*.md
install -Dm644 Packaging/debian/copyright "$documents/copyright"
install -Dm644 LICENSE "$documents/licenses/Apache-2.0.txt"
install -Dm644 Packaging/GPL-3.0.txt "$documents/licenses/GPL-3.0.txt"

# The date of the sources, so that the same sources give the same pages.
day=$(git log -1 --format=%cs 2>/dev/null || date +%F)
python3 Scripts/man-pages.py "$command" "$tree/share/man/man1" "$day"
chmod 644 "$tree"/share/man/man1/cuebell*
# The page of a command is named like the server; the lab has those of its two commands.
ln -s cuebell-simulate.1 "$tree/share/man/man1/cuebell-lab.1"

# Writes the completion script of a shell.
completion() {
  mkdir -p "$(dirname "$2")"
  "$command" --generate-completion-script "$1" >"$2"
  # The shell sources the file and never executes it.
  sed -i '1{/^#!/d}' "$2"
  chmod 644 "$2"
}
completion bash "$tree/share/bash-completion/completions/cuebell"
completion zsh "$tree/share/zsh/site-functions/_cuebell"
completion fish "$tree/share/fish/vendor_completions.d/cuebell.fish"
