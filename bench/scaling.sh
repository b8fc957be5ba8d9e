#!/bin/sh
# Prints how the pieces of work of the benchmark scaling/ take to 1, 2, 4, ... threads, up to
# all cores of this machine. Takes no options. Reads throng_bench in the folder of this script
# or, if it is not there, in build/release; the maps are those of THRONG_BENCHMARKS.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
program=$folder/throng_bench
if [ ! -x "$program" ]; then program=build/release/throng_bench; fi
if [ ! -x "$program" ]; then
  echo "scaling.sh: no throng_bench in $folder or build/release" >&2
  exit 2
fi
exec "$program" --benchmark_filter='^scaling/'
