#!/bin/sh
# What the embedded server calls for each segment of its write-ahead log, in its data directory:
#   sh archive-wal.sh SEGMENT ARCHIVE/NAME.gz     ends with 0 only when the segment is on the disk under its name
# Starting Node would take four times the processor time of packing the segment.
set -eu
umask 077
segment=$1 archived=$2
folder=$(dirname "$archived")

if [ -e "$archived" ]; then
  # The same one again is fine: its server was killed before it had noted it. Another one would be somebody else's.
  gzip -dc "$archived" | cmp -s - "$segment" && exit 0
  echo "$archived is another segment of the same name" >&2
  exit 1
fi
# With the number of the process: that of a server that was killed may still be writing.
unfinished=$folder/.writing-$$
trap 'rm -f "$unfinished"' EXIT
gzip -1 <"$segment" >"$unfinished"
sync "$unfinished"
mv "$unfinished" "$archived"
sync "$folder"
