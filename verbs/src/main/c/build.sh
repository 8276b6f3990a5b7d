#!/bin/sh
# Builds the binding to librdmacm where this machine can, and says in one line why where it cannot: then
# everything works but connections over RDMA.
# Arguments: folder of classes, folder for objects, folder of JNI headers, version, JDK.
set -eu
cd -- "$(dirname -- "$0")"

without='verbs: built without connections over RDMA'
# shellcheck source=verbs/src/main/c/requirements.sh
. ./requirements.sh
require_tools "$5"

rdmacm=yes
if ! has rdma/rdma_cma.h; then
  printf '%s: no rdma/rdma_cma.h (Debian package librdmacm-dev)\n' "$without"
  rdmacm=no
fi

exec make --silent --no-print-directory CC="$compiler" RDMACM="$rdmacm" OUT="$1" WORK="$2" HEADERS="$3" VERSION="$4" JAVA_HOME="$5"
