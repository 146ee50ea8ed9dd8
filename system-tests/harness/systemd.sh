#!/bin/sh
# systemd.sh ROOT: boots the systemd of a Debian tree as process 1 of namespaces of its own; as root, without cgroup controllers.
# Commands inside go by nsenter; the network is the host's. PrivateDevices= cannot work here (/dev is a makeshift), so that a
# drop-in turns it off for the trial alone.
set -eu
[ "${1:-}" = inside ] || exec unshare -m -p -f -C -u -i sh "$0" inside "$1"
R=$2
mount --make-rprivate /
mount --bind "$R" "$R"
mount -t proc proc "$R/proc"
mount -t sysfs -o ro sysfs "$R/sys"
mount -t cgroup2 cgroup2 "$R/sys/fs/cgroup"
mount -t tmpfs -o mode=755 t "$R/run"
mount -t tmpfs t "$R/tmp"
mount -t tmpfs -o mode=755 t "$R/dev"
for d in null zero full random urandom tty; do touch "$R/dev/$d"; mount --bind "/dev/$d" "$R/dev/$d"; done
mkdir "$R/dev/shm" "$R/dev/pts"
mount -t tmpfs t "$R/dev/shm"
ln -s /proc/self/fd "$R/dev/fd"
mkdir -p "$R/.old"
cd "$R"
pivot_root . .old
umount -l /.old
rmdir /.old
exec env -i container=lxc PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --system --log-target=console --show-status=0 systemd.unified_cgroup_hierarchy=1
