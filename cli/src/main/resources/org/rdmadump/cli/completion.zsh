#compdef rdmadump
# Completion of rdmadump for zsh, made by: rdmadump completion zsh
_rdmadump() {
  local verb=dump
  local -a verbs
  verbs=(
@VERBS@
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe verb verbs
  fi
  if (( CURRENT > 2 )) && [[ -n ${verbs[(r)$words[2]:*]} ]]; then
    verb=$words[2]
    shift words
    (( CURRENT-- ))
  fi
  # Options are told from their values by a blank or by =, which is not put there unasked.
  if [[ $words[CURRENT] == --*=* ]] && compset -P 1 '*='; then
    words=("${(@)words[1,CURRENT-1]}" "${words[CURRENT]%%=*}" "${words[CURRENT]#*=}")
    (( CURRENT++ ))
  fi
  case $verb in
@OPTIONS@
  esac
}

# Completes the last item of a list with commas.
_rdmadump_list() {
  compset -P '*,'
  compadd "$@"
}

_rdmadump_field_list() {
  compset -P '*,'
  _rdmadump_fields
}

_rdmadump_fields() {
  compadd -- ${(f)"$(rdmadump fields 2>/dev/null | cut -d " " -f 1)"}
}

_rdmadump_devices() {
  compadd -- any /sys/class/{net,infiniband}/*(N-/:t)
}

if [[ $funcstack[1] == _rdmadump ]]; then
  _rdmadump "$@"
else
  compdef _rdmadump rdmadump
fi
