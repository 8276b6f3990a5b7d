# shellcheck shell=bash
# What .ci/run and .ci/long share. To be sourced, in the folder of the project.

# Read by who sources this.
# shellcheck disable=SC2034
verdict=0

fail() {
  printf 'ci: %s\n' "$*" >&2
  # shellcheck disable=SC2034
  verdict=1
}

# Takes a document and a name; prints the code block that follows <!-- ci: NAME --> in it.
documented_command() {
  awk -v mark="<!-- ci: $2 -->" '
    $0 == mark { marked = 1; next }
    marked && /^```/ { if (inside) exit; inside = 1; next }
    marked && inside { print }
  ' "$1"
}

has_jdk_17() {
  [[ -x $1/bin/javac ]] && grep -q '^JAVA_VERSION="17[."]' "$1/release" 2>/dev/null
}

# Prints the home of a JDK 17, if there is one.
jdk_17() {
  local home javac
  javac=$(readlink -f -- "$(command -v javac || true)" || true)
  for home in "${JAVA_HOME:-}" "${javac%/bin/javac}" /usr/lib/jvm/*; do
    if [[ -n $home ]] && has_jdk_17 "$home"; then
      printf '%s\n' "$home"
      return
    fi
  done
}

stage_times=() stage_begin=$SECONDS

# Takes the name of the stage that just ended; prints and keeps the time since the one before it.
took() {
  local seconds=$((SECONDS - stage_begin))
  stage_times+=("$(printf '%-12s %3d:%02d' "$1" $((seconds / 60)) $((seconds % 60)))")
  printf 'ci: %s took %d:%02d\n' "$1" $((seconds / 60)) $((seconds % 60))
  stage_begin=$SECONDS
}

# Minutes and seconds of every stage, and of all.
print_stage_times() {
  printf 'ci: what the stages took, min:s\n'
  printf '  %s\n' "${stage_times[@]}"
  printf '  %-12s %3d:%02d\n' 'in all' $((SECONDS / 60)) $((SECONDS % 60))
}
