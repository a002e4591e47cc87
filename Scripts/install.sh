#!/bin/sh
# Installs a built command, stripped, with its files: manual pages, completions, workouts, scenarios, schemas,
# units, documents and licences. The tree is the same for make install, the Debian package and the tarball.
#
# usage: Scripts/install.sh COMMAND DESTDIR PREFIX    the tree is written to DESTDIR/PREFIX and used in PREFIX
set -eu
command=$(realpath "$1") tree=$2$3 prefix=$3
cd "$(dirname "$0")/.."

install -Dm755 "$command" "$tree/bin/cuebell"
install -Dm755 "$command-serve" "$tree/bin/cuebell-serve"
strip "$tree/bin/cuebell" "$tree/bin/cuebell-serve"

# Copies the files of a folder and its subfolders, readable for all.
copy() {
  (cd "$1" && find . -type f) | while read -r file; do install -Dm644 "$1/$file" "$2/$file"; done
}
for folder in Schemas Workouts Scenarios; do copy "$folder" "$tree/share/cuebell/$folder"; done

units="$tree/lib/systemd/user"
copy Packaging/systemd "$units"
sed -i "s|/usr/local/|$prefix/|g" "$units"/cuebell*

documents="$tree/share/doc/cuebell"
copy docs "$documents/docs"
install -m644 README.md CHANGELOG.md "$documents"
install -Dm644 Packaging/debian/copyright "$documents/copyright"
install -Dm644 LICENSE "$documents/licenses/Apache-2.0.txt"
install -Dm644 Packaging/GPL-3.0.txt "$documents/licenses/GPL-3.0.txt"

# The date of the sources, so that the same sources give the same pages.
day=$(git log -1 --format=%cs 2>/dev/null || date +%F)
python3 Scripts/man-pages.py "$command" "$tree/share/man/man1" "$day"
chmod 644 "$tree"/share/man/man1/cuebell*

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
