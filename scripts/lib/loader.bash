# The system's list of libraries, which is how programs find libvosk by its
# name alone. Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

loader_problem() {
  local library known
  # Another prefix is not in the loader's path, and set-up does not change that.
  [[ $prefix == /usr/local ]] || return 0
  known=$(/sbin/ldconfig -p)
  for library in libvosk.so libwhisper.so.1; do
    if [[ -e $prefix/lib/$library && $known != *"=> $prefix/lib/$library"* ]]; then
      echo "The system's loader does not know $prefix/lib/$library yet; $mend tells it."
    fi
  done
}

loader_install() {
  need_root "telling the system's loader"
  step "Telling the system's loader about the new libraries" as_root /sbin/ldconfig
}
