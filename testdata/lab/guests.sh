# shellcheck shell=bash
# Read by run: two QEMU guests, server and client, with one wire between them.
#
# shellcheck disable=SC2154 # lab, root and so on are run's
#
# In: lab, root, built (of build), prepared (what cases have made), JAVA_HOME, jar, archive, memory

# Seconds for a guest to come up, and for both to end after the last case.
# shellcheck disable=SC2034 # run reads the second
readonly boot_limit=${LAB_BOOT_LIMIT:-180} end_limit=60

# Sets accelerator. A /dev/kvm that can be opened may still be of no use, in a virtual machine of its own: then QEMU
# aborts or stands still.
choose_accelerator() {
  accelerator=${LAB_ACCEL:-}
  [[ -z $accelerator ]] || return 0
  accelerator=tcg
  if [[ -w /dev/kvm ]] &&
    timeout -k 1 8 qemu-system-x86_64 "${machine[@]}" -accel kvm -cpu max -m 256 -serial stdio \
      -kernel "$built/vmlinuz" -initrd "$built/initramfs.gz" \
      -append 'console=ttyS0 panic=-1 no_timer_check lab.probe' 2>/dev/null </dev/null | grep -q 'lab: it boots'; then
    accelerator=kvm
  fi
}

machine=(-nodefaults -no-user-config -no-reboot -display none -M q35 -smp 1)
guests=()

# Takes a role, how it is wired, a MAC address and the folder of this run. On a busy host, an emulated processor stands still
# now and then: the timer is not checked, and nothing looks for stalls and lockups. All that the kernel says goes to the console.
start_guest() {
  qemu-system-x86_64 "${machine[@]}" -accel "$accelerator" -cpu max -m "$memory" \
    -kernel "$built/vmlinuz" -initrd "$built/initramfs.gz" \
    -append "console=ttyS0 panic=-1 mitigations=off no_timer_check nowatchdog rcupdate.rcu_cpu_stall_suppress=1 lab.role=$1" \
    -serial "file:$4/$1.console" -device virtio-rng-pci \
    -netdev "$2" -device "virtio-net-pci,netdev=wire,mac=$3,host_mtu=9200,romfile=" \
    -virtfs 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap' \
    -virtfs "local,path=$4,mount_tag=lab,security_model=none" \
    >"$4/$1.qemu" 2>&1 </dev/null &
  guests+=($!)
}

# Takes rxe or siw, a new folder, and cases. Ends once both guests are up, or fails.
start_guests() {
  local link=$1 folder=$2 name socket end
  shift 2
  mkdir -p -- "$folder"
  echo 0 >"$folder/starved"
  for name; do
    mkdir -- "$folder/$name"
  done
  {
    printf 'export LAB_DIR=%q LAB_BUILD=%q LAB_LINK=%q LAB_ROOT=%q LAB_CASES=%q JAVA_HOME=%q LAB_JAR=%q LAB_ARCHIVE=%q LAB_TESTS=%q LAB_JAVA=%q LAB_LIMIT=%q LAB_PREPARED=%q\n' \
      "$lab" "$built" "$link" "$root" "$*" "$JAVA_HOME" "$jar" "$archive" "${LAB_TESTS:-}" "${LAB_JAVA:-}" "${LAB_LIMIT:-}" "$prepared"
    # shellcheck disable=SC2016
    printf '. "$LAB_DIR/guest/start"\n'
  } >"$folder/start"
  # The path of a socket may have 107 characters.
  socket=$(mktemp -d /tmp/rdmadump-lab.XXXXXX)
  guests=()
  forget_starvation
  start_guest server "stream,id=wire,server=on,addr.type=unix,addr.path=$socket/wire" 52:54:00:77:00:01 "$folder"
  end=$((SECONDS + 10))
  until [[ -S $socket/wire ]] || ! guests_run || ((SECONDS >= end)); do
    sleep 0.05
  done
  start_guest client "stream,id=wire,server=off,addr.type=unix,addr.path=$socket/wire" 52:54:00:77:00:02 "$folder"
  guests_clock "$folder"
  end=$((NOW + boot_limit))
  until [[ -e $folder/server-up && -e $folder/client-up ]]; do
    guests_clock "$folder"
    if ((NOW >= end)) || ! guests_run; then
      rm -rf -- "$socket"
      return 1
    fi
    sleep 0.2
  done
  rm -rf -- "$socket"
}

# True while both are there.
guests_run() {
  local pid
  for pid in "${guests[@]}"; do
    kill -0 "$pid" 2>/dev/null || return 1
  done
}

# Waits for them to end by themselves for so many seconds, and then ends them.
stop_guests() {
  local end=$((SECONDS + $1)) pid
  for pid in "${guests[@]}"; do
    while kill -0 "$pid" 2>/dev/null && ((SECONDS < end)); do
      sleep 0.2
    done
    kill -9 "$pid" 2>/dev/null || :
    wait "$pid" 2>/dev/null || :
  done
  guests=()
}

# Takes the folder of guests; what they said last.
show_consoles() {
  local file
  for file in "$1"/{server,client}.{qemu,console,log}; do
    if [[ -s $file ]]; then
      printf -- '--- %s\n' "${file##*/}"
      tail -n 40 -- "$file"
    elif [[ $file == *.console ]]; then
      printf -- '--- %s is empty\n' "${file##*/}"
    fi
  done >&2
}
