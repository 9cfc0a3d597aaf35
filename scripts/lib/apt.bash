# Debian packages of another suite or architecture as files, without any change to this machine's own package lists.
# Sourced by scripts/package and scripts/bundle.
# shellcheck disable=SC2154 # variables of the scripts

# The mirrors that this machine's APT is configured for: one line of address and label each.
apt_mirrors() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI) $(LABEL)' 'Created-By: Packages' | sort -u
}

# apt_sources SUITE: sources of a suite with its updates; the signatures are Debian's.
apt_sources() {
  local address label options="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
  while read -r address label; do
    case $label in
      Debian)
        printf '%s %s %s %s main\n' deb "$options" "$address" "$1" deb "$options" "$address" "$1-updates" \
          deb-src "$options" "$address" "$1"
        ;;
      Debian-Security) echo "deb $options $address $1-security main" ;;
    esac
  done < <(apt_mirrors)
}

# apt_configure SUITE ARCHITECTURE: makes the folder of its package lists and sets `APT_CONFIG` to its configuration.
#
# The list of installed packages is empty, so a download of a package includes everything that it depends on.
apt_configure() {
  local folder=$cache/apt/$1-$2
  mkdir -p "$folder"/{lists/partial,archives/partial,etc}
  : >>"$folder/status"
  apt_sources "$1" >"$folder/sources.list"
  cat >"$folder/apt.conf" <<TEXT
Dir::Etc::Main "/dev/null";
Dir::Etc::Parts "$folder/etc";
Dir::Etc::PreferencesParts "$folder/etc";
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "$folder/etc";
Dir::State "$folder";
Dir::State::Lists "$folder/lists";
Dir::State::Status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::Archives "$folder/archives";
APT::Architecture "$2";
APT::Architectures { "$2"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Update::Post-Invoke-Success "";
TEXT
  export APT_CONFIG=$folder/apt.conf
  apt_folder=$folder
}

# apt_lists: gets the package lists of the configured suite, once a day at most.
apt_lists() {
  [[ $(find "$apt_folder/lists" -maxdepth 1 -name '*_Packages*' -mmin -1440 -print -quit) ]] && return
  twice apt-get --quiet --quiet update
}

# apt_closure PACKAGE…: downloads the packages and all that they depend on; prints the file names, sorted.
apt_closure() {
  twice apt-get --quiet --quiet --yes --download-only install "$@" >&2
  apt-get --quiet --quiet --yes --print-uris --no-download install "$@" >/dev/null 2>&1 || true
  apt-get --quiet --simulate install "$@" | awk '$1 == "Inst" { print $2, $3 }' | tr -d '(' | sort |
    while read -r name version; do
      printf '%s\n' "$apt_folder/archives/${name%%:*}_${version//:/%3a}_"*.deb
    done
}
