# libvosk from its Python wheel, with our header and a pkg-config file.
# Sourced by scripts/setup and scripts/package.
# shellcheck disable=SC2154 # variables of scripts/setup

vosk_version=0.3.45

# Debian's name of the machine, not the kernel's: a 64-bit kernel may carry a
# 32-bit system; scripts/package names another machine's in `architecture`. Wheel
# and library are pinned separately, so that an installed library can be checked
# without the wheel.
case ${architecture:-$(dpkg --print-architecture 2>/dev/null)} in
  amd64)
    vosk_platform=manylinux_2_12_x86_64
    vosk_wheel=vosk-$vosk_version-py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64.whl
    vosk_wheel_sum=25e025093c4399d7278f543568ed8cc5460ac3a4bf48c23673ace1e25d26619f
    vosk_library_sum=85c4654de3acdeb99abab86eeb2a6e603927d37089597c0fcc33d8638dc2ccaf
    ;;
  arm64)
    vosk_platform=manylinux2014_aarch64
    vosk_wheel=vosk-$vosk_version-py3-none-manylinux2014_aarch64.whl
    vosk_wheel_sum=54efb47dd890e544e9e20f0316413acec7f8680d04ec095c6140ab4e70262704
    vosk_library_sum=0e9df29f060a93cf3df3263a4d3635e1b75688a5fd84e86ade1599372e3c9597
    ;;
  armhf)
    vosk_platform=linux_armv7l
    vosk_wheel=vosk-$vosk_version-py3-none-linux_armv7l.whl
    vosk_wheel_sum=4221f83287eefe5abbe54fc6f1da5774e9e3ffcbbdca1705a466b341093b072e
    vosk_library_sum=50e9e705777774ce3f33636939c10cfa2c27d2d2c6441466146f35dacd4e9be4
    ;;
  *) vosk_wheel= ;;
esac

vosk_header=$project/Sources/CVosk/vosk_api.h

vosk_pkgconfig() {
  cat <<TEXT
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: vosk
Description: Offline speech recognition
Version: $vosk_version
Libs: -L\${libdir} -lvosk
Cflags: -I\${includedir}
TEXT
}

vosk_problem() {
  local library=$prefix/lib/libvosk.so
  if [[ -z $vosk_wheel ]]; then
    echo "There is no libvosk $vosk_version for this machine, so $mend cannot install it: only amd64, arm64 and armhf have one."
  elif [[ ! -e $library ]]; then
    echo "libvosk is missing ($library); $mend installs it."
  elif ! has_sha256 "$library" "$vosk_library_sum"; then
    echo "$library is damaged or not version $vosk_version; $mend replaces it."
  elif ! cmp -s "$vosk_header" "$prefix/include/vosk_api.h"; then
    echo "The header $prefix/include/vosk_api.h is missing or not Brews' own; $mend installs it."
  elif ! vosk_pkgconfig | cmp -s - "$prefix/lib/pkgconfig/vosk.pc"; then
    echo "The file $prefix/lib/pkgconfig/vosk.pc is missing or another one; $mend installs it."
  fi
}

vosk_unpack() {
  unzip -p "$cache/$vosk_wheel" vosk/libvosk.so >"$work/libvosk.so"
  has_sha256 "$work/libvosk.so" "$vosk_library_sum"
  vosk_pkgconfig >"$work/vosk.pc"
  in_prefix install -D --mode=644 "$work/libvosk.so" "$prefix/lib/libvosk.so"
  in_prefix install -D --mode=644 "$vosk_header" "$prefix/include/vosk_api.h"
  in_prefix install -D --mode=644 "$work/vosk.pc" "$prefix/lib/pkgconfig/vosk.pc"
}

vosk_install() {
  [[ -n $vosk_wheel ]] || fail "$(vosk_problem)"
  step "Getting libvosk $vosk_version" download "$vosk_wheel" "$vosk_wheel_sum" "vosk==$vosk_version" \
    --only-binary=:all: --platform "$vosk_platform"
  need_prefix libvosk
  step "Installing libvosk $vosk_version under $prefix" vosk_unpack
}
