#!/bin/sh
# Builds the native library where this machine can, and says in one line why where it cannot: then
# everything works but the capture of RDMA devices, and connections over RDMA.
# Arguments: folder of classes, folder for objects, folder of JNI headers, version, JDK.
set -eu
cd -- "$(dirname -- "$0")"

skip() {
  printf 'live-capture: built without the sniffer for RDMA devices: no %s\n' "$*"
  exit 0
}

compiler=${CC:-gcc}
command -v make >/dev/null || skip 'make (Debian package make)'
command -v "$compiler" >/dev/null || skip "$compiler (Debian package gcc)"
has() {
  printf '#include <%s>\n' "$1" | "$compiler" ${2:+-I "$2" -I "$2/linux"} -fsyntax-only -x c - 2>/dev/null
}
has stdlib.h || skip 'stdlib.h (Debian package libc6-dev)'
has infiniband/verbs.h || skip 'infiniband/verbs.h (Debian package libibverbs-dev)'
has jni.h "$5/include" || skip "jni.h in $5 (Debian package openjdk-17-jdk-headless)"

rdmacm=yes
if ! has rdma/rdma_cma.h; then
  printf 'live-capture: built without connections over RDMA: no rdma/rdma_cma.h (Debian package librdmacm-dev)\n'
  rdmacm=no
fi

exec make --silent --no-print-directory CC="$compiler" RDMACM="$rdmacm" OUT="$1" WORK="$2" HEADERS="$3" VERSION="$4" JAVA_HOME="$5"
