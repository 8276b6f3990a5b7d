# Completion of rdmadump for bash, made by: rdmadump completion bash
_rdmadump() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=dump begin=
  COMPREPLY=()
  # Bash takes --option=value apart, unless it was told not to.
  if [[ $current == --*=* ]]; then
    before=${current%%=*}
    begin=$before=
    current=${current#*=}
  elif [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)); then
    case ${COMP_WORDS[1]} in
      @VERB_PATTERN@) verb=${COMP_WORDS[1]} ;;
    esac
  fi
  case $verb:$before in
@VALUES@
  esac
  if [[ $current == -* ]]; then
    case $verb in
@OPTIONS@
    esac
    return
  fi
  case $verb in
@CHOICES@
    fields) _rdmadump_words "$(_rdmadump_fields)"; return ;;
    @WITHOUT_FILES@) return ;;
  esac
  if ((COMP_CWORD == 1)); then
    _rdmadump_words '@VERBS@'
  fi
  _rdmadump_files -f
}

_rdmadump_words() {
  local line
  while IFS= read -r line; do
    COMPREPLY+=("$begin$line")
  done < <(compgen -W "$1" -- "$current")
}

# Completes the last item of a list with commas.
_rdmadump_list() {
  if [[ $current == *,* ]]; then
    begin+=${current%,*},
    current=${current##*,}
  fi
  _rdmadump_words "$1"
}

# There are some thousand.
_rdmadump_fields() {
  "${COMP_WORDS[0]}" fields 2>/dev/null | cut -d " " -f 1
}

_rdmadump_devices() {
  local path
  for path in any /sys/class/{net,infiniband}/*/; do
    path=${path%/} && path=${path##*/}
    [[ $path == '*' || $path != "$current"* ]] || COMPREPLY+=("$path")
  done
}

# Takes -f for files or -d for folders.
_rdmadump_files() {
  local line
  compopt -o filenames 2>/dev/null
  while IFS= read -r line; do
    COMPREPLY+=("$begin$line")
  done < <(compgen "$1" -- "$current")
}

complete -F _rdmadump rdmadump
