# CRFsuite, which trains the statistical parser: built from the complete source in
# the Python package python-crfsuite, because Debian 12 has no package of it.
# Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

crfsuite_version=0.12.2
crfsuite_package=python_crfsuite-0.9.12
crfsuite_source_sum=db37fccc3bd8f0c49c28a7697ca79c89d67b3fd5bf119122866169240ac4c480
# Plain C arithmetic without vector instructions, so that training is reproducible.
crfsuite_options=(-std=c99 -D_POSIX_C_SOURCE=200112L -O2 -fPIC -shared -ffp-contract=off)

# The first line names what was built and how, then the library's SHA-256.
crfsuite_stamp=$prefix/share/brews/crfsuite.sha256

crfsuite_identity() {
  echo "# CRFsuite $crfsuite_version from $crfsuite_source_sum: ${crfsuite_options[*]}"
}

crfsuite_problem() {
  if [[ ! -e $prefix/lib/libcrfsuite.so || ! -e $crfsuite_stamp ]]; then
    echo "CRFsuite is missing ($prefix/lib/libcrfsuite.so); $mend builds it."
  elif [[ $(head -n 1 "$crfsuite_stamp") != "$(crfsuite_identity)" ]]; then
    echo "CRFsuite under $prefix is another version or built in another way; $mend builds it anew."
  elif ! (cd "$prefix" && grep -v '^#' "$crfsuite_stamp" | sha256sum --check --status 2>/dev/null); then
    echo "$prefix/lib/libcrfsuite.so is damaged; $mend builds it anew."
  fi
}

crfsuite_build() {
  local source=$work/$crfsuite_package
  tar --extract --gzip --no-same-owner --file="$cache/$crfsuite_package.tar.gz" --directory="$work" \
    "$crfsuite_package/crfsuite" "$crfsuite_package/liblbfgs"
  # The header that the project compiles against must be the library's own.
  cmp "$source/crfsuite/include/crfsuite.h" "$project/Sources/CCRFSuite/crfsuite.h"
  gcc "${crfsuite_options[@]}" -ffile-prefix-map="$source=crfsuite" -Wl,-soname,libcrfsuite.so -o "$work/libcrfsuite.so" \
    -I"$source"/crfsuite/{include,lib/cqdb/include} -I"$source/liblbfgs/include" \
    "$source"/crfsuite/lib/crf/src/*.c "$source"/crfsuite/lib/cqdb/src/{cqdb,lookup3}.c "$source"/liblbfgs/lib/*.c -lm
}

crfsuite_copy() {
  (
    crfsuite_identity
    cd "$work" || exit
    sha256sum libcrfsuite.so | sed 's|  |  lib/|'
  ) >"$work/crfsuite.stamp"
  in_prefix install -D --mode=644 "$work/libcrfsuite.so" "$prefix/lib/libcrfsuite.so"
  in_prefix install -D --mode=644 "$work/crfsuite.stamp" "$crfsuite_stamp"
}

crfsuite_install() {
  # Only this package as source: its build tools are installed as wheels.
  step "Getting the source of CRFsuite $crfsuite_version" \
    download "$crfsuite_package.tar.gz" "$crfsuite_source_sum" "python-crfsuite==${crfsuite_package##*-}" --no-binary python-crfsuite
  step "Building CRFsuite $crfsuite_version" crfsuite_build
  need_prefix CRFsuite
  step "Installing CRFsuite $crfsuite_version under $prefix" crfsuite_copy
}
