#!/bin/sh
# Builds the sniffer where this machine can, and says in one line why where it cannot: then everything
# works but the capture of RDMA devices.
# Arguments: folder of classes, folder for objects, folder of JNI headers, version, JDK.
set -eu
cd -- "$(dirname -- "$0")"

# shellcheck disable=SC2034
without='live-capture: built without the sniffer for RDMA devices'
# shellcheck source=verbs/src/main/c/requirements.sh
. ../../../../verbs/src/main/c/requirements.sh
require_tools "$5"

exec make --silent --no-print-directory CC="$compiler" OUT="$1" WORK="$2" HEADERS="$3" VERSION="$4" JAVA_HOME="$5"
