# What building a library in C takes, for build.sh of each. Sets compiler.

# Takes what is missing; ends the build without the library. Of build.sh: without.
skip() {
  printf '%s: no %s\n' "$without" "$*"
  exit 0
}

# Whether there is a header; the folder of a JDK's, too.
has() {
  printf '#include <%s>\n' "$1" | "$compiler" ${2:+-I "$2" -I "$2/linux"} -fsyntax-only -x c - 2>/dev/null
}

# Takes the JDK.
require_tools() {
  compiler=${CC:-gcc}
  command -v make >/dev/null || skip 'make (Debian package make)'
  command -v "$compiler" >/dev/null || skip "$compiler (Debian package gcc)"
  has stdlib.h || skip 'stdlib.h (Debian package libc6-dev)'
  has infiniband/verbs.h || skip 'infiniband/verbs.h (Debian package libibverbs-dev)'
  has jni.h "$1/include" || skip "jni.h in $1 (Debian package openjdk-17-jdk-headless)"
}
