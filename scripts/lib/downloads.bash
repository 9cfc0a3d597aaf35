# Files from the Python package index, by way of pip, so that a mirror or a
# proxy configured for pip is used here too. Sourced by scripts/setup and scripts/package.
# shellcheck disable=SC2154 # variables of scripts/setup

# download NAME SHA256 REQUIREMENT PIP-OPTION…
#
# Leaves the file NAME in the cache, with exactly that SHA-256. A cached copy is
# checked each time it is used.
download() {
  local name=$1 sum=$2 requirement=$3
  shift 3
  local file=$cache/$name
  if [[ -e $file ]]; then
    has_sha256 "$file" "$sum" && return
    echo "The downloaded file $file is damaged (its SHA-256 is not the pinned one); thrown away."
    rm -f "$file"
  fi
  if [[ $offline == yes ]]; then
    echo "$name is not among the downloaded files, and --offline forbids fetching it."
    return 1
  fi
  # pip compares the hash before it opens the file. That matters for a source
  # package, whose own code pip runs to learn its name.
  echo "$requirement --hash=sha256:$sum" >"$work/requirement.txt"
  # Debian's Python by its path, because the installed pip belongs to it.
  twice /usr/bin/python3 -m pip download --disable-pip-version-check --no-input --progress-bar off \
    --no-deps --require-hashes --dest "$work/download" "$@" --requirement "$work/requirement.txt"
  if ! has_sha256 "$work/download/$name" "$sum"; then
    echo "$name as fetched does not have the pinned SHA-256."
    return 1
  fi
  mv "$work/download/$name" "$file"
}
