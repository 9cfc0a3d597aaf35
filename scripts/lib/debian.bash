# The Debian packages of scripts/lib/debian-packages and, for the training, of debian-packages-training. Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

debian_packages() {
  local lists=("$here/lib/debian-packages")
  [[ $training == no ]] || lists+=("$here/lib/debian-packages-training")
  sed 's/#.*//; /^[[:space:]]*$/d' "${lists[@]}"
}

debian_missing() {
  local packages
  mapfile -t packages < <(debian_packages)
  # dpkg-query prints an error for unknown packages; they are missing too.
  comm -23 <(printf '%s\n' "${packages[@]}" | sort) \
    <(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

debian_problem() {
  local missing
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian (there is no dpkg), and $mend knows no other system."
    return
  fi
  missing=$(debian_missing | paste -sd ' ')
  [[ -z $missing ]] || echo "Debian packages are missing ($missing); $mend installs them."
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --option DPkg::Lock::Timeout=300 "$@"
}

apt_install() {
  twice apt_get update
  twice apt_get install --yes --no-install-recommends "$@"
}

debian_install() {
  local missing
  command -v apt-get >/dev/null || fail "$(debian_problem)"
  mapfile -t missing < <(debian_missing)
  [[ $offline == no ]] || fail "Debian packages are missing (${missing[*]}), and --offline forbids fetching them."
  need_root "installing Debian packages"
  step "Installing Debian packages (${missing[*]})" apt_install "${missing[@]}"
}
