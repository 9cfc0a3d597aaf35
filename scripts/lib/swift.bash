# Swift: checked but not installed by set-up. Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

swift_oldest=6.2

# Under sudo the caller's PATH is gone, so the caller's login shell is asked.
swift_path() {
  command -v swift && return
  [[ -n ${SUDO_USER:-} ]] && runuser --login "$SUDO_USER" --command='command -v swift' 2>/dev/null
}

swift_problem() {
  local swift output version mending="install Swift 6.3, put it in PATH and run $mend again."
  if ! swift=$(swift_path) || [[ -z $swift ]]; then
    echo "Swift is not in PATH${SUDO_USER:+ (sudo hides yours: run $mend without it)}; $mending"
  elif ! output=$("$swift" --version 2>&1); then
    echo "Swift does not start ($(tail -n 1 <<<"$output")); $mend installs what Swift needs, and if this stays, install Swift 6.3 for this system."
  else
    version=$(sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' <<<"$output" | head -n 1)
    if [[ $(printf '%s\n' "$swift_oldest" "${version:-0}" | sort --version-sort | head -n 1) != "$swift_oldest" ]]; then
      echo "Swift ${version:-of an unknown version} is too old (Brews needs $swift_oldest or newer); $mending"
    fi
  fi
}

swift_install() {
  fail "$(swift_problem)" 4
}
