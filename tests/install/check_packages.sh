#!/usr/bin/env bash
# Installs the packages in build/packages on a clean Debian root of this system's release, which
# mmdebstrap makes; builds programs against them; removes them, and fails if a file stays.
# Run it in the project's folder, after ./bootstrap package; it needs mmdebstrap and a mirror.
set -euo pipefail

# What runs in the clean root, in a folder with packages, maps and programs.
check_in_root() {
  local file page names=()
  find / -xdev \( -path /proc -o -path /sys -o -path /tmp \) -prune -o -print | sort >before
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends ./packages/*.deb >/dev/null
  for file in packages/*.deb; do names+=("$(dpkg-deb -f "$file" Package)"); done
  dpkg-query -L "${names[@]}" | sort -u >files

  throng solve maps/demo.map maps/demo.map.scen --check --threads 1 >/dev/null
  for page in throng throng-solve throng-index-build; do
    gzip -dc "/usr/share/man/man1/$page.1.gz" | grep '^\.SH OPTIONS' >/dev/null
  done
  gzip -dc /usr/share/man/man1/throng-farm.1mpi.gz | grep '^\.SH OPTIONS' >/dev/null
  echo '{"throng_farm": 1, "maps": ["maps/*.map"], "jobs": [{"make": "index"}]}' >manifest.json
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    mpirun --oversubscribe -n 3 throng-farm manifest.json -o farm >/dev/null
  bash -c 'source /usr/share/bash-completion/completions/throng && complete -p throng' >/dev/null

  (cd / && python3 -B -c 'import throng; assert throng.Grid([[1, 0]]).open_cells == 1')

  local flags
  flags=$(pkg-config --cflags --libs throng)
  # shellcheck disable=SC2086  # flags are several words
  g++ -std=c++20 ten_lines.cpp $flags -o shared
  flags=$(pkg-config --static --cflags --libs throng)
  # shellcheck disable=SC2086
  g++ -std=c++20 ten_lines.cpp -l:libthrong.a -Wl,--as-needed $flags -o static
  ldd shared | grep 'libthrong\.so\.0\.1' >/dev/null
  if ldd static | grep libthrong; then return 1; fi
  ./shared >lengths
  ./static | cmp - lengths
  for component in throng shared c; do
    cmake -S consumer -B "build-$component" -DTHRONG_COMPONENT="$component" >/dev/null
    cmake --build "build-$component" >/dev/null
    "build-$component/consumer"
  done

  dpkg --remove "${names[@]}" >/dev/null
  while read -r file; do
    if [ -e "$file" ] && ! dpkg-query -S "$file" >/dev/null 2>&1 && ! grep -qxF "$file" before
    then
      echo "stays after dpkg --remove: $file" >&2
      return 1
    fi
  done <files
  echo "$(wc -l <files) paths came and went; programs build against the packages"
}

if [ "${1-}" = in-root ]; then
  cd "$(dirname "$0")"
  check_in_root
  exit
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/throng"
cp -r build/packages maps tests/examples/ten_lines.cpp tests/install/check_packages.sh \
  "$folder/throng"
cp -r tests/install "$folder/throng/consumer"
chmod -R a+rX "$folder"
# shellcheck source=/dev/null
. /etc/os-release
# shellcheck disable=SC2016  # mmdebstrap sets $1, the root
mmdebstrap --quiet --variant=apt --include=g++,cmake,make,pkg-config \
  --customize-hook="copy-in $folder/throng /tmp" \
  --customize-hook='chroot "$1" bash /tmp/throng/check_packages.sh in-root' \
  "$VERSION_CODENAME" /dev/null
