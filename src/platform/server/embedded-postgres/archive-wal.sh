#!/bin/sh
# The embedded server's archive_command, run in its data directory for each WAL segment:
#   sh archive-wal.sh SEGMENT ARCHIVE/NAME.gz     exits with 0 only when the segment is durably stored under its name
# A shell script, because starting Node takes four times the CPU time of compressing the segment.
set -eu
umask 077
segment=$1 archived=$2
folder=$(dirname "$archived")

if [ -e "$archived" ]; then
  # The same segment is fine: the server was killed before it recorded the success. A different one has another origin.
  gzip -dc "$archived" | cmp -s - "$segment" && exit 0
  echo "$archived is another segment of the same name" >&2
  exit 1
fi
# With the pid, because the process of a killed server may still be writing.
unfinished=$folder/.writing-$$
trap 'rm -f "$unfinished"' EXIT
gzip -1 <"$segment" >"$unfinished"
sync "$unfinished"
mv "$unfinished" "$archived"
sync "$folder"
