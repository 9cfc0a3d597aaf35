# The Debian package `brews`: its files and its control data. Sourced by scripts/package.
# shellcheck disable=SC2154 # variables of scripts/package

# package_configure: version and date, both of the commit.
package_configure() {
  local number
  number=$(sed -n 's/.*static let version = "\([^"]*\)".*/\1/p' Sources/BrewsCLI/BrewsTool.swift)
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  package_version=$number+$(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)
  # Files that the commit does not have are in the program.
  [[ -z $(git status --porcelain) ]] || package_version+=+local
  package_commit=$(git rev-parse HEAD)
  package_maintainer=${DEBEMAIL:+${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>}
  package_maintainer=${package_maintainer:-$(git log -1 --format='%an <%ae>')}
  package_file=$output/brews_${package_version}_$architecture.deb
}

# put MODE SOURCE TARGET: a file of the package.
put() { install -D --mode="$1" "$2" "$package_root$3"; }

# put_text TARGET: a compressed text from standard input.
put_text() {
  mkdir -p "$(dirname "$package_root$1")"
  gzip -9n >"$package_root$1"
  chmod 644 "$package_root$1"
}

# put_library SOURCE TARGET: a library without its symbol table for debuggers.
put_library() {
  put 644 "$1" "$2"
  "$toolchain/bin/llvm-objcopy" --strip-unneeded "$package_root$2"
}

package_program() {
  put 755 ".build/package-$architecture/release/brews" /usr/lib/brews/brews
  # The compiler leaves a hash of each module for its own use, which differs between builds, and with it the build's ID.
  "$toolchain/bin/llvm-objcopy" --strip-all --remove-section .swift_modhash --remove-section .note.gnu.build-id \
    "$package_root/usr/lib/brews/brews"
  # The program finds the libraries beside it.
  mkdir -p "$package_root/usr/bin"
  ln -s ../lib/brews/brews "$package_root/usr/bin/brews"
  unzip -p "$cache/$vosk_wheel" vosk/libvosk.so >"$work/libvosk.so"
  has_sha256 "$work/libvosk.so" "$vosk_library_sum"
  put_library "$work/libvosk.so" /usr/lib/brews/libvosk.so
  local library
  if ! whisper_from_distribution || [[ $architecture != "$own" ]]; then
    for library in libwhisper.so.1 libggml.so.0 libggml-base.so.0 libggml-cpu.so.0; do
      put_library "$(readlink -f "$prefix/lib/$library")" "/usr/lib/brews/$library"
    done
    library=$prefix/$whisper_fast_folder/libggml-cpu.so.0
    if [[ -e $library ]]; then
      put_library "$(readlink -f "$library")" "/usr/lib/brews/${whisper_fast_folder#lib/}/libggml-cpu.so.0"
    fi
  fi
}

package_models() {
  local model file
  for model in brews-en brews-whisper-en; do
    while read -r file; do put 644 "$file" "/usr/share/brews/$file"; done < <(git ls-files "models/$model" | sort)
  done
}

package_service() {
  local unit
  for unit in brews-kiosk brews-packages brews-screen; do
    sed 's|/usr/local/bin/brews|/usr/bin/brews|; s|/etc/default/brews-kiosk|/etc/brews/kiosk.conf|g' \
      "scripts/systemd/$unit.service" >"$work/unit"
    put 644 "$work/unit" "/lib/systemd/system/$unit.service"
  done
  # Enabled by the package itself: it does nothing unless an update was cut off.
  mkdir -p "$package_root/lib/systemd/system/multi-user.target.wants"
  ln -s ../brews-packages.service "$package_root/lib/systemd/system/multi-user.target.wants/brews-packages.service"
  put 644 scripts/systemd/chromium-policy.json /usr/share/brews/chromium-policy.json
  put 644 scripts/packaging/kiosk.conf /etc/brews/kiosk.conf
  put 644 Sources/Ordering/Menu/BuiltIn/cafe.json /etc/brews/menu.json
  put 755 scripts/packaging/brews-install /usr/sbin/brews-install
}

package_documents() {
  put_text /usr/share/man/man1/brews.1.gz <scripts/packaging/brews.1
  put_text /usr/share/man/man8/brews-install.8.gz <scripts/packaging/brews-install.8
  put 644 scripts/packaging/completion.bash /usr/share/bash-completion/completions/brews
  put 644 scripts/packaging/completion.zsh /usr/share/zsh/vendor-completions/_brews
  put 644 scripts/packaging/completion.fish /usr/share/fish/vendor_completions.d/brews.fish
  put 644 scripts/packaging/copyright /usr/share/doc/brews/copyright
  put_text /usr/share/doc/brews/NEWS.gz <CHANGELOG.md
  put_text /usr/share/doc/brews/changelog.gz <<TEXT
brews ($package_version) $suite; urgency=medium

  * Commit $package_commit.
    NEWS.gz tells what changed.

 -- $package_maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
TEXT
  /usr/bin/python3 scripts/lib/parts_list.py --root "$package_root" --version "$package_version" \
    --commit "$package_commit" --architecture "$architecture" --date "$SOURCE_DATE_EPOCH" \
    --part "swift=$(package_swift)" --part "vosk=$vosk_version" --part "whisper.cpp=$whisper_version" \
    --depends "$(package_depends)" >"$work/parts.json"
  put 644 "$work/parts.json" /usr/share/doc/brews/brews.spdx.json
}

# The version of the Swift library inside the program.
package_swift() {
  if [[ $architecture == "$own" ]]; then
    "$toolchain/bin/swiftc" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1
  else
    echo "$swift_debian_version"
  fi
}

# package_depends: what the package needs, by the libraries that its programs and libraries name.
package_depends() {
  local files library glibc
  mapfile -t files < <(find "$package_root/usr/lib/brews" -type f | sort)
  glibc=$(readelf --wide --version-info "${files[@]}" | grep -o 'GLIBC_2\.[0-9]*' | sort --version-sort --unique | tail -n 1)
  {
    echo "adduser"
    echo "openssl"
    while read -r library; do
      case $library in
        libasound.so.2) echo "libasound2" ;;
        libatomic.so.1) echo "libatomic1" ;;
        libcrypto.so.3) echo "libssl3" ;;
        libespeak-ng.so.1) echo "libespeak-ng1" ;;
        libgcc_s.so.1) echo "libgcc-s1" ;;
        libgomp.so.1) echo "libgomp1" ;;
        libsamplerate.so.0) echo "libsamplerate0" ;;
        libspeexdsp.so.1) echo "libspeexdsp1" ;;
        libsqlite3.so.0) echo "libsqlite3-0" ;;
        # The oldest of bookworm; Debian has no older one with the C library below.
        libstdc++.so.6) echo "libstdc++6 (>= 12)" ;;
        libz.so.1) echo "zlib1g" ;;
        libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux*) echo "libc6 (>= ${glibc#GLIBC_})" ;;
        libggml*.so.0 | libwhisper.so.1) ;;
        *) fail "no Debian package is known for $library; name it in scripts/lib/debian-package.bash." ;;
      esac
    done < <(readelf --dynamic "${files[@]}" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
    if whisper_from_distribution && [[ $architecture == "$own" ]]; then echo "libwhisper1"; fi
  } | sort -u | paste -sd , | sed 's/,/, /g'
}

package_control() {
  local control=$package_root/DEBIAN script
  mkdir -p "$control"
  cat >"$control/control" <<TEXT
Package: brews
Version: $package_version
Architecture: $architecture
Maintainer: $package_maintainer
Installed-Size: $(find "$package_root" -type f -printf '%s\n' | awk '{ kilobytes += int(($1 + 1023) / 1024) } END { print kilobytes }')
Depends: $(package_depends)
Suggests: cage, chromium, fonts-inter, libcurl4, libqrencode4, tesseract-ocr, zbar-tools
Section: sound
Priority: optional
Description: offline voice ordering for kiosks
 Brews takes spoken orders without a network. It listens for a wake phrase,
 recognises the order, reads it back and stores it, and shows a page on which
 guests can order by touch.
 .
 The service brews-kiosk starts with the package. Menu and options are in
 /etc/brews. The service brews-screen shows the page on the first console with
 cage and Chromium; it is not enabled by default.
TEXT
  printf '%s\n' /etc/brews/kiosk.conf /etc/brews/menu.json >"$control/conffiles"
  for script in postinst prerm postrm; do install --mode=755 "scripts/packaging/$script" "$control/$script"; done
  (
    cd "$package_root" || exit
    find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums
  )
  chmod 644 "$control/"{control,conffiles,md5sums}
}

# package_make: the package file. Nothing in it depends on when, where or by whom it was made.
package_make() {
  umask 022
  package_root=$work/root
  package_program
  package_models
  package_service
  package_documents
  package_control
  find "$package_root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  mkdir -p "$output"
  # One thread: with several, the compressed blocks depend on the machine.
  dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$package_root" "$work/brews.deb"
  mv "$work/brews.deb" "$package_file"
}
