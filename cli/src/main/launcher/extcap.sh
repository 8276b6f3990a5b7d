# shellcheck shell=bash
# What Wireshark asks before a capture (extcap(4)), answered without Java, and how rdmadump is made known to it. launch.sh
# sources it where the first word is extcap, or an option that Wireshark begins with: it calls a link to the command.
# shellcheck disable=SC2154
[[ $1 == extcap ]] || set -- extcap "$@"

interfaces() {
  printf '%s\n' 'extcap {help=https://www.wireshark.org/docs/man-pages/extcap.html}' \
    'interface {value=rdmadump}{display=NFS over RDMA, rebuilt from a capture file}' \
    'interface {value=rdmadump-live}{display=NFS over RDMA, rebuilt from a device}'
}

# Takes the number of an argument; prints its values: ports of RDMA devices, then net devices.
devices() {
  local default='{default=true}' ports each
  for each in /sys/class/infiniband/*; do
    [[ -e $each/ports ]] || continue
    ports=("$each"/ports/*)
    if ((${#ports[@]} == 1)); then ports=("${each##*/}"); else ports=("${ports[@]/#*\/ports\//${each##*/}:}"); fi
    printf "value {arg=$1}{value=%s}{display=%s (RDMA device)}$default\n" "${ports[0]}" "${ports[0]}" && default=''
    [[ -z ${ports[*]:1} ]] || printf "value {arg=$1}{value=%s}{display=%s (RDMA device)}\n" \
      "${ports[@]:1}" "${ports[@]:1}"
  done
  for each in /sys/class/net/*; do
    [[ -e $each/ifindex ]] || continue
    printf "value {arg=$1}{value=%s}{display=%s}$default\n" "${each##*/}" "${each##*/}" && default=''
  done
  printf '%s\n' "value {arg=$1}{value=any}{display=all net devices}"
}

# Takes an interface; prints the options that Wireshark offers for it.
options() {
  case $1 in
    rdmadump)
      printf '%s\n' 'arg {number=0}{call=--file}{display=Capture file}{type=fileselect}{mustexist=true}{required=true}{tooltip=pcap or pcapng, plain or compressed by gzip or zstd}'
      ;;
    rdmadump-live)
      printf '%s\n' 'arg {number=0}{call=--device}{display=Device}{type=selector}{required=true}'
      devices 0
      printf '%s\n' 'arg {number=1}{call=--fallback}{display=Net device, if the adapter cannot sniff}{type=boolflag}{default=false}'
      ;;
    *) return 0 ;;
  esac
  printf '%s\n' 'arg {number=2}{call=--incomplete}{display=Incomplete messages, as far as they go}{type=boolflag}{default=true}' \
    'arg {number=3}{call=--match}{display=Only messages that match}{type=string}{tooltip=a filter of rdmadump, such as nfs.op == WRITE}' \
    'arg {number=4}{call=--decode-as}{display=Protocol of a port}{type=string}{tooltip=udp:PORT=roce, tcp:PORT=iwarp or service:PORT=nfs}' \
    'arg {number=5}{call=--max-memory}{display=Memory for reassembly}{type=string}{default=64M}'
}

# Takes the name of a link: it is one to rdmadump.
is_ours() {
  [[ -L $1 && $(readlink -- "$1") == */"${1##*/}" ]]
}

# Takes an action, and "force" or nothing. Wireshark looks in one of the two extcap folders: from 4.2 on in the second.
installation() {
  [[ -n ${HOME:-} ]] || fail "$1 needs HOME, the folder of the user"
  local plugins=$HOME/.local/lib/wireshark/plugins each
  local links=("${XDG_CONFIG_HOME:-$HOME/.config}/wireshark/extcap/rdmadump" "$HOME/.local/lib/wireshark/extcap/rdmadump" "$plugins/rdmadump.lua")
  if [[ $1 == --uninstall ]]; then
    for each in "${links[@]}"; do
      if is_ours "$each"; then rm -- "$each" && printf 'removed %s\n' "$each"
      elif [[ -e $each ]]; then say "left $each, which is no link to rdmadump"; fi
    done
    return 0
  fi
  for each in "${links[@]}"; do
    [[ ! -d $each || -L $each ]] || fail "$each is a folder"
    [[ -n ${2:-} || ! -e $each && ! -L $each ]] || is_ours "$each" || fail "$each is there, and no link to rdmadump; --force replaces it"
  done
  for each in "${links[@]}"; do
    mkdir -p -- "${each%/*}" || exit 74
    if [[ $each == *.lua ]]; then ln -sfT -- "$launcher/rdmadump.lua" "$each"; else ln -sfT -- "$self" "$each"; fi || exit 74
    printf 'linked %s\n' "$each"
  done
  printf '%s\n' 'Wireshark lists "NFS over RDMA" when it starts again. rdmadump extcap --uninstall undoes this.'
}

# Returns if this is for Java: a capture, --help, or a mistake.
extcap() {
  local asked='' interface='' last='' argument
  case "$*" in
    --install | --uninstall) installation "$1" && exit ;;
    '--install --force' | '--force --install') installation --install force && exit ;;
  esac
  for argument; do
    case $last in
      --extcap-interface) interface=$argument ;;
      # Wireshark waits for the other end of its pipe, also where no Java is that opens it.
      --fifo) pipe=$argument && trap '[[ ! -p $pipe ]] || : >"$pipe"' EXIT ;;
    esac
    case $argument in
      --extcap-interfaces | --extcap-dlts | --extcap-config) asked=$argument ;;
      --extcap-interface=*) interface=${argument#*=} ;;
    esac
    last=$argument
  done
  case $asked in
    --extcap-interfaces) interfaces && exit ;;
    --extcap-dlts) printf '%s\n' 'dlt {number=101}{name=RAW}{display=IP}' && exit ;;
    --extcap-config) options "$interface" && exit ;;
  esac
}

extcap "${@:2}"
