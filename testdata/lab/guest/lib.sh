# shellcheck shell=bash
# What the cases use in a guest. The guests meet through files in /lab.
# shellcheck disable=SC2034 # the cases read what is set here
readonly SERVER=192.168.77.1 CLIENT=192.168.77.2 DEVICE=${LAB_LINK}0 TRACING=/sys/kernel/tracing

# Takes a name and a text: the file that the other guest waits for.
post() {
  printf '%s\n' "${2:-}" >"/lab/$1.new"
  mv -- "/lab/$1.new" "/lab/$1"
}

# Sets NOW: seconds, without those in which the host had no processor for the guests. It tells them in /lab/starved, which may be
# empty at the moment.
guest_clock() {
  local seconds=''
  read -r seconds </lab/starved || :
  STARVED=${seconds:-${STARVED:-0}}
  NOW=$((SECONDS - STARVED))
}

# Takes seconds, as sleep does; without a process of its own, which takes an emulated processor as long as a short wait.
pause() {
  [[ -n ${NOTHING:-} ]] || exec {NOTHING}<> <(:)
  read -rt "$1" -u "$NOTHING" || :
}

# Takes seconds, which are more where the guest is slow; go_on_waiting asks whether they are over.
begin_wait() {
  guest_clock
  END=$((NOW + $1 * ${SLOWNESS:-100} / 100))
}

# Fails if the time is over.
go_on_waiting() {
  guest_clock
  ((NOW < END)) || return 1
  pause 0.2
}

# Takes a name and seconds.
await() {
  begin_wait "$2"
  until [[ -e /lab/$1 ]]; do
    if ! go_on_waiting; then
      printf 'the other guest did not post %s within %s s\n' "$1" "$2" >&2
      return 1
    fi
  done
}

# Takes a file, an extended regular expression and seconds.
await_line() {
  begin_wait "$3"
  until grep -qE -- "$2" "$1" 2>/dev/null; do
    if ! go_on_waiting; then
      printf 'no "%s" in %s within %s s\n' "$2" "$1" "$3" >&2
      cat -- "$1" >&2
      return 1
    fi
  done
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Takes the status that is expected and a command.
expect_status() {
  local expected=$1 status=0
  shift
  "$@" || status=$?
  ((status == expected)) || fail "status $status in place of $expected: $*"
}

# What every JVM of a guest is told: here the processor is slow, and memory is small. The signal of Ctrl-C, because the
# shell has what it starts with & ignore it.
JVM=(env --default-signal=INT java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xshare:auto
  -Xlog:disable -Xlog:all=warning:stderr '-Xlog:cds*=off:stderr' -Xlog:class+path=off:stderr)
# For what is started with & and signalled.
RDMADUMP=("${JVM[@]}" -Xmx160m "-XX:SharedArchiveFile=$LAB_ARCHIVE" -cp "$LAB_JAR" org.rdmadump.cli.Main)
# The same with its use of JNI checked, which prints; not for captures: JNA, which libpcap is called by, has warnings of its own.
CHECKED=("${RDMADUMP[0]}" "${RDMADUMP[@]:1:2}" -Xcheck:jni "${RDMADUMP[@]:3}")

rdmadump() {
  "${RDMADUMP[@]}" "$@"
}

# Over Soft-iWARP a packet takes 40 ms until restore_wire: it overlooks a first message that comes while its side still sends its
# answer (docs/lab.md).
delay_wire() {
  [[ $LAB_LINK == siw ]] || return 0
  modprobe sch_netem
  tc qdisc add dev eth0 root netem delay 40ms limit 10000
}

restore_wire() {
  [[ $LAB_LINK != siw ]] || tc qdisc del dev eth0 root 2>/dev/null || :
}

# Takes names of events such as rpcrdma/xprtrdma_marshal.
trace_start() {
  local event
  echo 0 >"$TRACING/tracing_on"
  echo 16384 >"$TRACING/buffer_size_kb"
  # The time of day, but for leap seconds, of which a guest knows none.
  echo tai >"$TRACING/trace_clock"
  echo >"$TRACING/trace"
  for event; do
    echo 1 >"$TRACING/events/$event/enable"
  done
  echo 1 >"$TRACING/tracing_on"
}

# Takes a file.
trace_stop() {
  echo 0 >"$TRACING/tracing_on"
  cat "$TRACING/trace" >"$1"
  echo 0 >"$TRACING/events/enable"
}

# Takes a version of NFS, 3 or 4.1, and a folder.
mount_nfs() {
  mkdir -p -- "$2"
  mountpoint -q /run/rpc_pipefs || mount -t rpc_pipefs rpc_pipefs /run/rpc_pipefs
  case $1 in
    # The mount protocol and locks would not be over RDMA.
    3) mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048 "$SERVER:/export" "$2" ;;
    *) mount -t nfs -o "vers=$1,proto=rdma,port=20049" "$SERVER:/" "$2" ;;
  esac
}

# Takes a folder on NFS: files of many sizes written and read again past the cache, folders, links, names, all at once too.
workload() {
  local here=$1 size n writers=()
  # What a case before may have left.
  rm -rf -- "${here:?}"/*
  mkdir -- "$here/folder" "$here/many"
  for size in 1 1000 3700 4096 4097 65537 1048576 3000001; do
    head -c "$size" /dev/urandom >"file.$size"
    cp -- "file.$size" "$here/folder/"
  done
  for n in {1..40}; do
    printf '%s\n' "$n" >"$here/many/a-name-that-makes-the-list-of-names-a-long-one-$n"
  done
  for n in {1..4}; do
    dd if=/dev/zero of="$here/at-once.$n" bs=64k count=16 conv=fsync status=none &
    writers+=($!)
  done
  wait "${writers[@]}"
  sync
  echo 3 >/proc/sys/vm/drop_caches
  for size in 1 1000 3700 4096 4097 65537 1048576 3000001; do
    cmp -- "file.$size" "$here/folder/file.$size"
  done
  ls -lR "$here" >/dev/null
  ln -s folder "$here/link"
  ln -- "$here/folder/file.1" "$here/folder/hard"
  mv -- "$here/folder/file.1000" "$here/folder/moved"
  chmod 600 "$here/folder/moved"
  truncate -s 10 "$here/folder/moved"
  readlink "$here/link"
  ! cat "$here/folder/none" 2>/dev/null
  rm -r -- "${here:?}"/*
}

# Takes options of rdmadump live; begins a capture that writes live.ndjson and live.err. The buffer lasts for 10 s in which
# the guest has no processor to spare.
live_start() {
  "${RDMADUMP[@]}" live --json -B 256M "$@" >live.ndjson 2>live.err &
  LIVE=$!
  await_line live.err 'capturing .*Ctrl-C ends' 60
}

# Ends it as Ctrl-C does; takes the status that is expected.
live_stop() {
  local status=0 before=-1 now still=0 n
  # What is under way comes in, and is decoded: Ctrl-C leaves 2 s for it, and a guest may have little of its processor.
  for ((n = 0; n < 60 && still < 3; n++)); do
    sleep 1
    now=$(stat -c %s live.ndjson)
    if ((now == before)); then still=$((still + 1)); else still=0; fi
    before=$now
  done
  kill -INT "$LIVE"
  wait "$LIVE" || status=$?
  cp -- live.* "$OUT/"
  ((status == $1)) || fail "rdmadump live: status $status in place of $1"
}

# Takes a version of NFS and options of rdmadump live: captures a mount from the first packet to the last while the kernel
# traces what it sends and gets.
live_mount() {
  local version=$1
  shift
  modprobe rpcrdma
  modprobe nfs
  modprobe "nfsv${version%.*}"
  live_start "$@"
  trace_start rpcrdma/xprtrdma_{marshal,marshal_failed,reply,cb_call,cb_reply,connect,disconnect}
  mount_nfs "$version" /mnt
  trap 'umount -lf /mnt' EXIT
  workload /mnt
  trap - EXIT
  umount /mnt
  trace_stop "$OUT/trace"
  live_stop 130
}
