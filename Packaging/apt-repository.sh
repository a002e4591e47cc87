#!/bin/sh
# Makes a signed apt repository of packages in a folder that any web server can offer. Packages that are there already
# stay, so that a release is added to those before it.
#
# usage: Packaging/apt-repository.sh FOLDER KEY DEB...    KEY names a secret key of gpg: a fingerprint or an address
set -eu
if [ -z "$2" ]; then
  echo "Name the key that signs the repository: make apt-repository KEY=…; gpg --list-secret-keys lists yours," >&2
  echo "and gpg --quick-generate-key NAME makes one." >&2
  exit 2
fi
folder=$1 key=$2
shift 2
mkdir -p "$folder/pool"
cp "$@" "$folder/pool/"
cd "$folder"
architectures=$(for deb in pool/*.deb; do dpkg-deb -f "$deb" Architecture; done | sort -u)
for architecture in $architectures; do
  index=dists/stable/main/binary-$architecture/Packages
  mkdir -p "$(dirname "$index")"
  apt-ftparchive --arch "$architecture" packages pool >"$index"
  gzip -9nkf "$index"
done
rm -f dists/stable/Release* dists/stable/InRelease
set --
for field in Origin=Cuebell Label=Cuebell Suite=stable Codename=stable Components=main \
  "Architectures=$(echo $architectures)"; do
  set -- "$@" -o "APT::FTPArchive::Release::$field"
done
apt-ftparchive "$@" release dists/stable >Release
mv Release dists/stable/Release
gpg --batch --yes --local-user "$key" --clearsign -o dists/stable/InRelease dists/stable/Release
gpg --batch --yes --local-user "$key" --armor --detach-sign -o dists/stable/Release.gpg dists/stable/Release
gpg --batch --yes --armor --export "$key" >cuebell.asc
cat <<END
The repository is in $folder. On a machine that installs from it, with its address for URL:

  sudo curl -o /etc/apt/keyrings/cuebell.asc URL/cuebell.asc
  echo "deb [signed-by=/etc/apt/keyrings/cuebell.asc] URL stable main" | sudo tee /etc/apt/sources.list.d/cuebell.list
  sudo apt update && sudo apt install cuebell
END
