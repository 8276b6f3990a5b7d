# shellcheck shell=bash
# What comes in and goes out belongs to the launcher:
# shellcheck disable=SC2034,SC2154
#
# Read by ./rdmadump: an archive of loaded classes halves the time that a short run takes.
#
# The JVM trusts an archive: one of another jar or JVM makes it complain, on standard output even,
# and a truncated one kills it. So what was made is written down in a ticket beside it: for which jar
# and JVM, and how the archive looked. A start compares sizes and times, and opens nothing.
#
# JDK 17 archives nothing of a jar whose path holds a space or another sign that URLs escape: there it
# only helps with the JDK's own classes.
#
# In:  jar, root, java, home (of java), jvm (a name for its make and version)
# Out: archive, empty if there is none

archive=''
# Archives to keep: other trees and other JVMs of the same user have theirs.
readonly archives_kept=8
# Captures that show the program most of what it can meet, small ones.
readonly rehearsal=(rocev2/rocev2-nfs3-acl.pcap rocev2/rocev2-nfs41-acl.pcap
  rocev2/rocev2-nfs41-pcapng.pcapng rocev2/rocev2-mixed-versions.pcap
  iwarp/iwarp-nfs3-acl.pcap iwarp/iwarp-nfs41-crc.pcap)

# Sets shelf, the folder for archives, and ticket: where there is a ticket, else where one can be
# made, in the user's cache or in the build's own folder.
find_ticket() {
  local base=${XDG_CACHE_HOME:-} name=$jar@$home
  # A colon would separate archives, a line break would end a line of the ticket.
  [[ $name != *[:$'\n']* ]] || return 1
  # The name only has to differ between trees that are used in turn; what counts is inside.
  name=${name//[!A-Za-z0-9._-]/_}
  if ((${#name} > 150)); then
    name=${name: -150}
  fi
  if [[ $base != /* && ${HOME:-} == /* ]]; then
    base=$HOME/.cache
  fi
  for shelf in "$base/rdmadump" "${jar%/*}"; do
    ticket=$shelf/rdmadump-$name.ticket
    [[ $shelf == /*/* && $shelf != *[:$'\n']* ]] || continue
    if [[ $shelf != "${jar%/*}" ]]; then
      [[ -d $shelf ]] || mkdir -p -- "$shelf" 2>/dev/null || continue
      # What others can put there would run with our rights.
      [[ -O $shelf ]] || continue
    fi
    if [[ -r $ticket || -w $shelf ]]; then
      return
    fi
  done
  return 1
}

# Sets jar_state, jvm_state and archive_state to sizes and times.
look() {
  local seen files=("$jar" "$home/lib/server/libjvm.so")
  # The JVM's own archive: ours refers to it.
  if [[ -e $home/lib/server/classes.jsa ]]; then
    files+=("$home/lib/server/classes.jsa")
  fi
  mapfile -t seen < <(stat -L -c '%s %.9Y %.9Z %i' -- "${files[@]}" "$1" 2>/dev/null)
  ((${#seen[@]} >= ${#files[@]})) || return 1
  jar_state=${seen[0]% * *}
  jvm_state=${seen[1]% * *}
  if ((${#files[@]} > 2)); then
    jvm_state+=", ${seen[2]% * *}"
  fi
  archive_state=${seen[${#files[@]}]:-}
}

# Sets archive to the one that the ticket is for. Fails if there is none that fits; failed says
# whether trying to make one is known to be in vain.
find_archive() {
  local t=('' '' '' '' '' '' '' '' '')
  failed=''
  [[ -r $ticket ]] || return 1
  mapfile -t -n 9 t <"$ticket" 2>/dev/null
  # A ticket that was cut short has no end.
  [[ ${#t[@]} == 8 && ${t[7]} == end && ${t[0]} == "$jar" && ${t[2]} == "$home" ]] || return 1
  [[ ${t[4]} =~ ^rdmadump-[A-Za-z0-9.+_-]*\.jsa$ ]] || return 1
  look "$shelf/${t[4]}" || return 1
  [[ ${t[1]} == "$jar_state" && ${t[3]} == "$jvm_state" ]] || return 1
  if [[ ${t[5]} == failed ]]; then
    failed=yes
    return 1
  fi
  if [[ ${t[5]} != "$archive_state" ]]; then
    # Restored from a backup, or damaged.
    [[ -n $archive_state && ${archive_state%% *} == "${t[5]%% *}" ]] || return 1
    [[ ${t[6]} == "$(cksum 2>/dev/null <"$shelf/${t[4]}")" ]] || return 1
    write_ticket "${t[4]}" "$archive_state" "${t[6]}"
  fi
  archive=$shelf/${t[4]}
}

# Takes the archive's name, how it looks and its checksum.
write_ticket() {
  local fresh=$shelf/.rdmadump-ticket-$BASHPID
  {
    if ! printf '%s\n' "$jar" "$jar_state" "$home" "$jvm_state" "$@" end >"$fresh" ||
      ! mv -f -- "$fresh" "$ticket"; then
      rm -f -- "$fresh"
    fi
  } 2>/dev/null
}

can_make_archive() {
  [[ -z $failed && -w $shelf ]] && command -v flock timeout nice cksum sha256sum >/dev/null
}

# Makes the archive unless another process is at it; several seconds.
make_archive() (
  exec 8>>"$shelf/rdmadump.lock" && flock -n 8 || exit 0
  if find_archive || [[ -n $failed ]]; then
    exit 0
  fi
  # Left by one that was killed.
  rm -f -- "$shelf"/.rdmadump-*.jsa
  look "$jar" || exit 0
  before=$jar_state/$jvm_state
  # An archive is good for this path of the jar only.
  name=$({ printf '%s\n' "$jar" "$home" && cat -- "$jar"; } | sha256sum)
  name=rdmadump-${name:0:16}-$jvm.jsa
  captures=()
  for capture in "${rehearsal[@]}"; do
    capture=$root/testdata/captures/$capture
    if [[ -r $capture ]]; then
      captures+=("$capture")
    fi
  done
  fresh=$shelf/.rdmadump-$BASHPID.jsa
  timeout 120 nice -n 19 "$java" -Xint -XX:ArchiveClassesAtExit="$fresh" -XX:-UsePerfData -Xlog:disable \
    -Xmx256m -cp "$jar" org.rdmadump.cli.Rehearsal "${captures[@]}" 8>&- || rm -f -- "$fresh"
  state=failed sum=-
  if [[ -s $fresh ]]; then
    sum=$(cksum <"$fresh")
    mv -f -- "$fresh" "$shelf/$name" || exit 0
  fi
  look "$shelf/$name" || exit 0
  # The jar may be another one by now.
  [[ $before == "$jar_state/$jvm_state" ]] || exit 0
  if [[ $sum != - ]]; then
    state=$archive_state
  fi
  write_ticket "$name" "$state" "$sum"
  # Most tickets of that age are of trees that are gone.
  find "$shelf" -maxdepth 1 -type f -name 'rdmadump-*.ticket' -mtime +90 -delete
  find "$shelf" -maxdepth 1 -type f -name 'rdmadump-*.jsa' -printf '%T@ %p\n' | sort -rn |
    sed "1,${archives_kept}d; s/^[^ ]* //" | xargs -r -d '\n' rm -f --
) </dev/null >/dev/null 2>&1

# The same beside the run that is about to start, holding nothing that its caller waits for.
make_archive_meanwhile() {
  (
    {
      trap '' HUP
      cd /
      for fd in /proc/self/fd/*; do
        fd=${fd##*/}
        if ((fd > 2 && fd < 255)); then
          exec {fd}>&-
        fi
      done
      make_archive
    } &
  ) </dev/null >/dev/null 2>&1
}
