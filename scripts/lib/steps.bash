# Steps of set-up: messages, output, privileges.
# Sourced by scripts/setup, scripts/package and scripts/bundle.
# shellcheck disable=SC2154 # variables of the scripts

program=${program:-scripts/setup}
log=${log:-$cache/setup.log}

# fail SENTENCE: ends the script.
fail() {
  echo "$program: $1" >&2
  exit "${2:-1}"
}

# Creates the cache, the log and the work folder, and makes a second set-up wait.
start_work() {
  if ! mkdir -p "$cache" 2>/dev/null || [[ ! -w $cache ]]; then
    fail "the folder $cache cannot be written; mend its owner or set XDG_CACHE_HOME to another folder."
  fi
  exec 9>"$cache/lock"
  if ! flock --nonblock 9; then
    echo "Waiting for another set-up or package to end."
    flock 9
  fi
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  : >"$log"
}

# step WHAT COMMAND…: runs a command or function with its output in the log.
#
# Never call it in a condition (`if`, `&&`, `||`, `!`): bash would then go on
# after the first failing line of the function.
step() {
  local what=$1 began=$SECONDS status
  shift
  printf '%s … ' "$what"
  printf '\n=== %s: %s\n' "$what" "$*" >>"$log"
  set +e
  # Without the lock's descriptor, so that nothing started here can keep it.
  (
    set -e
    "$@"
  ) >>"$log" 2>&1 9>&-
  status=$?
  set -e
  if ((status != 0)); then
    echo "failed"
    tail -n 15 "$log" | sed 's/^/    /' >&2
    fail "\"$what\" failed (the whole log is $log); mend what the lines above name and run $mend again."
  fi
  echo "$((SECONDS - began)) s"
}

# twice COMMAND…: repeats the command once after a failure; for downloads.
twice() {
  "$@" && return
  echo "Failed; once more in 3 s."
  sleep 3
  "$@"
}

# Asks for the password, if any, before a step hides the terminal.
need_root() {
  ((EUID == 0)) && return
  command -v sudo >/dev/null || fail "$1 needs root: run $mend as root, or install sudo."
  sudo -v || fail "$1 needs root, and sudo refused."
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo -- "$@"; fi
}

prefix_is_ours() {
  local folder=$prefix
  until [[ -e $folder ]]; do folder=$(dirname "$folder"); done
  [[ -w $folder ]]
}

need_prefix() {
  prefix_is_ours || need_root "installing $1 under $prefix"
}

# Runs a command that writes below the prefix, as root only where that is needed.
in_prefix() {
  if prefix_is_ours; then "$@"; else as_root "$@"; fi
}

has_sha256() { # FILE SUM
  echo "$2  $1" | sha256sum --check --status 2>/dev/null
}
