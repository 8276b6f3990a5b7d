# shellcheck shell=bash
# How rdmadump starts: with which Java, heap and compiler. To be sourced, by Bash with set -eu.
# Who sources this sets jar, tables to the jar that writes tables and may be missing, and archives to the folder
# with the archive of classes. Then it calls find_java, or sets java and archive itself, and calls launch with the arguments of the program.
# docs/performance.md, Start-up, has the figures.
# shellcheck disable=SC2154

launcher=${BASH_SOURCE[0]%/*} jvm=()
shopt -u checkwinsize # Bash would put the terminal's width over the caller's COLUMNS.
# With a plain C locale Java cannot name files beyond ASCII.
[[ ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} == *[Uu][Tt][Ff]* ]] || { export LC_ALL=C.UTF-8 && jvm=(-Drdmadump.ascii=true); }
# Nor can it with a locale that is not installed, in which this is two characters, not one.
umlaut=$'\xc3\xa4'
((${#umlaut} == 1)) || export LC_ALL=C.UTF-8
# Else the first file that is opened would be taken for standard input.
[[ -e /dev/fd/0 ]] || exec </dev/null

say() { printf 'rdmadump: %s\n' "$*" >&2; }
fail() { say "$*" && exit 2; }

# Sets java; and archive to the classes that this Java archived for this jar, if it did, else why to the reason.
find_java() {
  local made=() release=() home && unset -f java # An exported function is no program.
  java=${JAVA_HOME:+$JAVA_HOME/bin/java}
  [[ -z $java || -x $java ]] || fail "JAVA_HOME is $JAVA_HOME, but $java is no program"
  [[ -n $java ]] || hash java 2>/dev/null || fail 'needs Java 17 or newer (Debian package openjdk-17-jre-headless)'
  java=${java:-${BASH_CMDS[java]}} archive='' why='none was made'
  # The Java's folder, the jar, and what the file release of that folder said. Asking Java itself takes 40 ms.
  [[ ! -r $archives/rdmadump.jsa.of ]] || mapfile -t made <"$archives/rdmadump.jsa.of"
  home=${made[0]:-}
  [[ $java -ef $home/bin/java ]] || { home=$(readlink -f -- "$java") && home=${home%/bin/java}; }
  if [[ -r $home/release ]]; then mapfile -t release <"$home/release"
  else release=("$("$java" -version 2>&1)") || fail "$java does not start: ${release[*]}"; fi
  [[ ! ${release[*]} =~ (JAVA_VERSION=|version )\"(([0-9]+)[^\"]*)\" ]] || ((BASH_REMATCH[3] >= 17)) ||
    fail "needs Java 17 or newer, $java is ${BASH_REMATCH[2]}"
  [[ -r $archives/rdmadump.jsa && -n ${made[*]} ]] || return 0
  why="it is of ${made[0]} and ${made[1]:-} as they were then"
  [[ $home != "${made[0]}" || ${release[*]} != "${made[*]:2}" || ! $jar -ef ${made[1]:-} ||
    $jar -nt $archives/rdmadump.jsa ]] || archive=$archives/rdmadump.jsa
}

# Sets mib to the size that the option $1 has in $3 on, else to $2; at most the machine's, lest the JVM complain.
size() {
  local units=BKMGT unit number most word before='' value='' && mib=$2
  for word in "${@:3}"; do # A pattern over all of them takes seconds if there are thousands.
    [[ $before != @(-|--)"$1" ]] || value=$word
    [[ $word != @(-|--)"$1"=* ]] || value=${word#*=}
    before=$word; done
  [[ $value =~ ^0*([0-9]{1,17})(B?|[KkMmGgTt]|[KMGT]i?B)$ ]] || return 0
  number=$((10#${BASH_REMATCH[1]})) unit=${BASH_REMATCH[2]:-B} && unit=${unit:0:1} && unit=${units%%"${unit^}"*}
  mib=$((${#unit} == 0 ? number >> 20 : (number < 1 << 32 ? number : 1 << 32) << 10 * (${#unit} - 1) >> 10))
  ! read -r _ most _ 2>/dev/null </proc/meminfo || ((mib <= most >> 10)) || mib=$((most >> 10))
}

# True if these arguments ask for tables.
wants_tables() { [[ ${1:-} == export && " $* " =~ \ --?format[=\ ] ]]; }

# Becomes the program, with these arguments.
launch() {
  local arguments=() files=() choice=endless sum=0 prefix=() before='' argument bytes seen mib room heap young pages program
  # Java cannot ask a terminal how wide it is.
  [[ -n ${COLUMNS:-} || ! -t 2 ]] || ! seen=$(exec stty size <&2 2>/dev/null) || export COLUMNS="${seen#* }"
  for argument; do
    if [[ $argument == -Drdmadump.* && " ${arguments[*]} " != *' -- '* ]]; then jvm+=("$argument") && continue; fi
    arguments+=("$argument")
    # What is written is no input, and a folder may have the name of a command, such as report.
    [[ ! $before =~ ^-(o|w|-output|-trace|-format)$ ]] || { before='' && continue; }
    before=$argument
    if [[ -f $argument ]]; then files+=("$argument")
    elif [[ $argument == - || -e $argument && (${#arguments[@]} -gt 1 || ! $argument =~ ^[a-z]+$) ]]; then sum=$((1 << 50)); fi
    # What comes out of a compressed capture is what takes the time: it counts eight times.
    [[ ! -f $argument || ! $argument =~ \.(gz|zstd?)$ ]] || files+=("$argument"{,,,,,,})
  done
  [[ -n $archive || "${jvm[*]}" != *-Drdmadump.debug* ]] || say "starts without its archive of classes: $why"
  # The slots of an adapter's sniffer are not in the heap, and as large as --buffer says.
  [[ ! ${arguments[0]:-} =~ ^(live|extcap|exercise|hca-selftest)$ ]] || jvm+=(-XX:MaxDirectMemorySize=3g)
  size max-memory 64 "$@" && room=$((mib < 64 ? mib / 3 : 22)) heap=$((mib + room + 6)) # Where full tables change, and beside them.
  if [[ ${arguments[0]:-} == live || ${arguments[0]:-} == extcap && ${#files[@]} -eq 0 ]]; then
    size queue 32 "$@" && heap=$((heap + mib))
    # Ctrl-C is for a live capture, also where & in a script made the JVM ignore it.
    [[ $(trap -p INT) != *"''"* ]] || ! env --default-signal=INT true 2>/dev/null || prefix=(env --default-signal=INT)
  elif ((${#files[@]} > 0 || sum > 0)); then
    for bytes in $(exec stat -L -c %s -- "${files[@]}" 2>/dev/null); do sum=$((sum + bytes)); done
    if ((sum <= 16 << 20)); then choice=small
    elif ((sum > 32 << 20)) && [[ " $* " =~ \ --?digest\  ]]; then choice=digest heap=$((heap - room / 2 + 1)) # For what compiles.
    elif ((sum < 64 << 20)); then choice=medium
    elif ((sum <= 1280 << 20)); then choice=large; fi
  fi
  # Pages of 2 MiB are cheaper to get than 512 small ones, also for malloc. The optimising compiler's would be half empty.
  if [[ $choice != @(endless|digest) ]] && read -r pages 2>/dev/null </sys/kernel/mm/transparent_hugepage/enabled &&
    [[ $pages == *'['@(madvise|always)']'* ]]; then
    jvm+=(-XX:+UseTransparentHugePages) && export GLIBC_TUNABLES="glibc.malloc.hugetlb=1${GLIBC_TUNABLES:+:$GLIBC_TUNABLES}"
  fi
  program=(-cp "$jar" org.rdmadump.cli.Main) # With -jar, the JVM asks the jar.
  # A colon ends a path of Java's. By this name, an archive stays good when the jar is moved.
  [[ $jar != *:* && -z ${movable:-} ]] || { exec 8<"$jar" && program[1]=/proc/self/fd/8; }
  heap=$((heap < 32 ? 32 : heap)) young=$((heap < 72 ? heap / 6 : 12))
  # Rows wait in memory. The archive of classes stays good with a jar behind its own.
  if wants_tables "$@" && [[ -e $tables ]]; then
    exec 9<"$tables" && heap=$((heap + 160)) young=48 && jvm+=(-Xms96m) && program[1]+=:/proc/self/fd/9
  fi
  # Only the JVM's compiler asks the C library for much memory; with an arena for each thread it holds 2 MB more.
  MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1} exec "${prefix[@]}" "$java" "@$launcher/every.options" "@$launcher/$choice.options" \
    "-Xmx${heap}m" "-XX:NewSize=${young}m" "-XX:MaxNewSize=${young}m" \
    ${archive:+"-XX:SharedArchiveFile=$archive"} "${jvm[@]}" "${program[@]}" "${arguments[@]}"
}

# Wireshark asks often, and waits for each answer.
# shellcheck source-path=SCRIPTDIR source=extcap.sh
[[ ${1:-} != extcap && ${1:-} != --extcap-* && ${1:-} != --capture ]] || source "$launcher/extcap.sh"
