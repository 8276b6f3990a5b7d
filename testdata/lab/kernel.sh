# shellcheck shell=bash
# Read by run: what the guests' kernels said, which is to be nothing bad.

# Lines that a kernel is sick, or a program of ours was killed by it.
readonly kernel_trouble='WARNING:|BUG:|Oops|Call Trace|refcount_t|KASAN|UBSAN|KCSAN|general protection|Kernel panic|blocked for more than|lockup|detected stall|unregister_netdevice: waiting|bad page|page allocation failure|Out of memory|segfault at|traps: |leaked|possible recursive|kernel NULL pointer|Unable to handle|list_(add|del) corruption'

# Those among them that are known and harmless, an expression each, with the reason above it.
readonly kernel_harmless=(
  # None is known.
)

# Of /proc/sys/kernel/tainted, which outlives the ring of messages: a bad page (5), an oops (7), a warning (9), a lockup (14).
readonly kernel_taints=$((1 << 5 | 1 << 7 | 1 << 9 | 1 << 14))

# Takes the folder of guests that have ended, and whether they ended by themselves; prints what their kernels are
# blamed for, if anything.
kernel_complaints() {
  local folder=$1 orderly=$2 role log taint
  for role in server client; do
    log=$folder/$role.dmesg
    touch -- "$folder/$role.console"
    if [[ ! -s $log ]]; then
      [[ $orderly != yes ]] || printf '%s: the guest left no kernel messages\n' "$role"
      log=$folder/$role.console
    fi
    if grep -qE -- "$kernel_trouble" <(without_harmless "$log"); then
      grep -hE -A 12 -- "$kernel_trouble" <(without_harmless "$log") | sed "s/^/$role: /"
    fi
    taint=$(cat -- "$folder/$role.tainted" 2>/dev/null || echo 0)
    ((!(taint & kernel_taints))) || printf '%s: /proc/sys/kernel/tainted is %s\n' "$role" "$taint"
  done
}

# Takes a file; prints it without lines that are known to be harmless.
without_harmless() {
  if ((${#kernel_harmless[@]})); then
    grep -vE -- "$(printf '%s\n' "${kernel_harmless[@]}")" "$1"
  else
    cat -- "$1"
  fi
}
