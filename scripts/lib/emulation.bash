# Programs of another architecture in a root folder, by QEMU's user mode. Nothing is registered on this machine: the
# emulator is known to a user namespace of its own (Linux 6.7 or newer). Sourced by scripts/image.

# emulation_problem PROGRAM: why it cannot be used; nothing where it can.
emulation_problem() {
  command -v "$1" >/dev/null || { echo "there is no $1 (apt-get install qemu-user-static)"; return; }
  ((EUID == 0)) || { echo "it needs root"; return; }
  unshare --user --map-root-user --mount mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc 2>/dev/null ||
    echo "a user namespace cannot have an emulator of its own here (Linux 6.7 or newer can)"
}

# emulated EMULATOR COMMAND…: runs a command as root of a user namespace with this machine's users, in which programs for
# arm64 are started by the emulator.
emulated() (
  local ready emulator child status=0
  ready=$(mktemp -d)
  emulator=$(command -v "$1")
  shift
  mkfifo "$ready/mapped"
  # shellcheck disable=SC2016 # arguments of the inner shell
  unshare --user --mount --pid --fork --kill-child --mount-proc bash -c '
    read -r <"$1"
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    zeros="\x00\x00\x00\x00\x00\x00\x00\x00" ones="\xff\xff\xff\xff\xff\xff\xff"
    printf "%s" ":arm64:M::\\x7fELF\\x02\\x01\\x01\\x00$zeros\\x02\\x00\\xb7\\x00:$ones\\x00$ones\\xff\\xfe\\xff\\xff\\xff:$2:FOC" \
      >/proc/sys/fs/binfmt_misc/register
    shift 2
    exec "$@"' emulated "$ready/mapped" "$emulator" "$@" &
  child=$!
  # Neither this background job nor `unshare --fork` ends by itself when the script is interrupted.
  trap 'kill -KILL "$child" 2>/dev/null || true; rm -rf "$ready"' EXIT
  trap 'exit 130' INT TERM
  # The namespace begins without users; it gets those of this machine under their own numbers.
  until [[ $(readlink "/proc/$child/ns/user") != "$(readlink /proc/self/ns/user)" ]]; do sleep 0.05; done
  echo "0 0 65536" >"/proc/$child/uid_map"
  echo "0 0 65536" >"/proc/$child/gid_map"
  echo >"$ready/mapped"
  wait "$child" || status=$?
  exit "$status"
)
