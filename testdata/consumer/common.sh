# What the scripts in this folder share; sourced by them. They set root and scratch, and count in
# passed and failed.
# shellcheck shell=bash disable=SC2034,SC2154

say() {
  printf 'consumer: %s\n' "$*"
}

check() {
  if [[ $1 == ok ]]; then
    passed=$((passed + 1))
    say "ok: $2"
  else
    failed=$((failed + 1))
    say "FAILED: $2" >&2
  fi
}

# What others wrote is shared with the user's repository, by hard links where that can be; ours is not.
seed() {
  mkdir -p -- "$1"
  if [[ -d $HOME/.m2/repository ]]; then
    cp -al -- "$HOME/.m2/repository/." "$1" 2>/dev/null || cp -a -- "$HOME/.m2/repository/." "$1"
  fi
  rm -rf -- "$1/org/rdmadump"
}

# Takes a folder; copies the tracked files there, as they are in the tree.
copy_tree() {
  mkdir -p -- "$1"
  git -C "$root" ls-files -z --cached --others --exclude-standard |
    (cd -- "$root" && while IFS= read -r -d '' file; do
      case $file in testdata/captures/* | testdata/golden/*) continue ;; esac
      [[ ! -e $file ]] || printf '%s\0' "$file"
    done | xargs -0 cp -a --parents -t "$1")
}

# Prints the version of this tree.
own_version() {
  sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$root/bom/pom.xml" | head -n 1
}

# Takes a tree, its version and another one, which it has from then on.
set_version() {
  find "$1" -name pom.xml -not -path '*/testdata/*' -exec sed -i "s:<version>$2</version>:<version>$3</version>:" {} +
}
