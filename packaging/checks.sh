# shellcheck shell=bash
# What the tests of packages count with. To be sourced.

passed=0 failed=0

say() {
  printf 'packaging: %s\n' "$*"
}

# Takes what is expected, and the command that shows it; its output is printed if it fails.
expect() {
  local output
  if output=$("${@:2}" 2>&1); then
    passed=$((passed + 1))
    say "ok: $1"
  else
    failed=$((failed + 1))
    say "FAILED: $1"
    printf '%s\n' "$output" | tail -n 20 | cut -c 1-300
  fi
}

# Takes a status, a pattern, and a command: it ends with that status, and says in one line on standard error what the
# pattern matches, without a stack trace.
refuses() {
  local status=0 said
  said=$("${@:3}" 2>&1 >/dev/null </dev/null) || status=$?
  printf 'status %s: %s\n' "$status" "$said"
  ((status == $1)) && [[ $said == rdmadump:\ * && $said != *$'\n'* && $said =~ $2 ]]
}

# Takes a pattern and a command: it ends well, and prints what the pattern matches and nothing on standard error.
prints() {
  local said errors
  errors=$(mktemp)
  said=$("${@:2}" 2>"$errors" </dev/null) && [[ $said =~ $1 && ! -s $errors ]] && rm -- "$errors" && return
  printf '%s\n' "$said" "errors: $(cat -- "$errors")"
  return 1
}

# Takes a command that starts rdmadump: its classes come from an archive.
uses_archive() {
  _JAVA_OPTIONS=-Xlog:class+load:file=/tmp/classes "$@" >/dev/null 2>&1 || return
  grep -q 'org.rdmadump.cli.Main source: shared objects file' /tmp/classes
}

# Prints the counts, and ends.
finish() {
  say "$passed passed, $failed failed"
  exit $((failed > 0))
}
