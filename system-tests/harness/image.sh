#!/bin/sh
# image.sh WORK CONTEXT: builds the unchanged deploy/Dockerfile of CONTEXT without an image registry: every base that its FROM
# lines name is a Debian tree of mmdebstrap, committed under that name. As root; vfs storage, chroot isolation. Prints the path of
# the finished image's root file system as its last line.
set -eu
work=$1 context=$2
mkdir -p "$work/etc"
cd "$work"
storage="--root $work/storage --runroot $work/run --storage-driver vfs"
echo '{"default":[{"type":"insecureAcceptAnything"}]}' > etc/policy.json
printf 'unqualified-search-registries = ["docker.io"]\nshort-name-mode = "permissive"\n' > etc/registries.conf
export CONTAINERS_REGISTRIES_CONF=$work/etc/registries.conf
# With the network's own certificate authority, where the machine has one.
authority='cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"; echo cafile=/etc/ssl/certs/ca-certificates.crt > "$1/root/.npmrc"'
[ -e base.tar ] || TMPDIR=$work mmdebstrap --variant=minbase --include=ca-certificates --customize-hook="$authority" bookworm base.tar
dockerfile=$context/deploy/Dockerfile
# Names of earlier stages are no bases.
stages=$(sed -nE 's/^FROM .* [Aa][Ss] +([^ ]+).*$/\1/p' "$dockerfile")
for base in $(sed -nE 's/^FROM +(--[^ ]+ +)?([^ ]+).*$/\2/p' "$dockerfile" | sort -u); do
  for stage in $stages; do [ "$base" = "$stage" ] && continue 2; done
  case $base in
    *debian:bookworm* | *debian:12*) ;;
    *) echo "The Dockerfile begins with $base: only Debian 12 can be made here by mmdebstrap." >&2; exit 3 ;;
  esac
  case $base in */*) name=$base ;; *) name=docker.io/library/$base ;; esac
  made=$(buildah $storage from --pull-never --isolation chroot scratch)
  buildah $storage add "$made" base.tar / >&2
  buildah $storage commit --signature-policy etc/policy.json --rm "$made" "$name" >&2
done
buildah $storage bud --pull-never --isolation chroot --network host --signature-policy etc/policy.json -f "$dockerfile" -t dikshant-trial "$context" >&2
buildah $storage inspect --type image dikshant-trial > image.json
container=$(buildah $storage from --pull-never --isolation chroot dikshant-trial)
buildah $storage mount "$container"
