# A Swift SDK that builds for Debian 12 on another architecture, made of Debian packages. Sourced by scripts/package.
#
# Debian 13 has Swift 6.0.3 for arm64. Its runtime in C and C++ is used as it is, and its Swift modules are compiled
# again by the Swift of this machine: those with a textual interface at their first import, Dispatch and Foundation
# from Debian's source package. Programs contain all of it and need Debian 12's C library only.
# shellcheck disable=SC2154 # variables of the scripts

# Debian's Swift: what ends up inside the program, so pinned. A package that Debian's mirrors no longer have is refused.
swift_debian_version=6.0.3-2
swift_debian_files=(
  "swiftlang_${swift_debian_version}_arm64.deb b8a132deb2f3d57be211be9ccbdbbfd091b28167502ec934d6826e61a9a7d7c1"
  "swiftlang_${swift_debian_version%-*}.orig.tar.xz bdbd5826945ffad905cdd6a1b108d03748d165ba75c359671d04ed14bc560736"
)

# Headers and shared libraries to link against, of the suite that the package is for.
sdk_packages=(libc6-dev libstdc++-12-dev)

sdk_triple() {
  case $1 in
    amd64) echo x86_64-unknown-linux-gnu ;;
    arm64) echo aarch64-unknown-linux-gnu ;;
  esac
}

# sdk_configure ARCHITECTURE SUITE: names of the SDK; all other functions use them.
sdk_configure() {
  sdk_architecture=$1 sdk_suite=$2
  sdk=$cache/swift-sdk/$1-$2
  sdk_root=$sdk/root
  sdk_resources=$sdk/swift_static
  target=$(sdk_triple "$1")
  gnu=${target/-unknown/}
  toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
}

# What the SDK was made of and how: another Swift or another recipe makes another one.
sdk_identity() {
  printf '%s\n' "$("$toolchain/bin/swiftc" --version 2>/dev/null | head -n 1)" "${swift_debian_files[@]}"
  {
    declare -f sdk_unpack sdk_files sdk_module sdk_frontend sdk_autolink sdk_availability sdk_dispatch sdk_collections \
      sdk_essentials sdk_internationalization sdk_foundation sdk_describe
    cat "$here/lib/glibc-before-2.38.c" "$here/lib/debian-packages"
  } | sha256sum
}

sdk_ready() { [[ -e $sdk/identity ]] && sdk_identity | cmp -s - "$sdk/identity"; }

# sdk_download: Debian's Swift (0.6 GB, kept) and the suite's libraries.
sdk_download() {
  local name sum
  mkdir -p "$cache/swift-sdk/files"
  (
    cd "$cache/swift-sdk/files" || exit
    apt_configure trixie "$sdk_architecture"
    for each in "${swift_debian_files[@]}"; do
      read -r name sum <<<"$each"
      has_sha256 "$name" "$sum" && continue
      rm -f "$name"
      apt_lists
      case $name in
        *.deb) twice apt-get --quiet download "${name%%_*}=$swift_debian_version" ;;
        # Of the source package the first file is enough; Debian's changes are for its own build.
        *) twice sdk_fetch "$name" ;;
      esac
      has_sha256 "$name" "$sum" || { echo "$name as fetched does not have the pinned SHA-256."; exit 1; }
    done
  )
  (
    apt_configure "$sdk_suite" "$sdk_architecture"
    apt_lists
    mapfile -t wanted < <(sed 's/#.*//; /^[[:space:]]*$/d' "$here/lib/debian-packages" | grep '^lib.*-dev$\|^zlib1g-dev$')
    apt_closure "${sdk_packages[@]}" "${wanted[@]}" >"$work/closure"
  )
}

# sdk_fetch NAME: one file of Swift's source package.
sdk_fetch() {
  local address
  address=$(apt-get --quiet --quiet --print-uris source --download-only "swiftlang=$swift_debian_version" |
    sed -n "s|^'\([^']*/$1\)'.*|\1|p")
  /usr/lib/apt/apt-helper download-file "$address" "$1"
}

# sdk_unpack: the root of the suite's libraries, and Swift's own folder.
sdk_unpack() {
  local folder
  rm -rf "$sdk"
  mkdir -p "$sdk_root/usr"
  for folder in bin lib sbin; do
    mkdir -p "$sdk_root/usr/$folder"
    ln -s "usr/$folder" "$sdk_root/$folder"
  done
  while read -r package; do dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory="$sdk_root"; done <"$work/closure"
  # A link to an absolute path would lead out of the root.
  find "$sdk_root/usr/lib" -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link to; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$sdk_root$to")" "$link"
  done
  local files=$cache/swift-sdk/files name
  read -r name _ <<<"${swift_debian_files[0]}"
  dpkg-deb --fsys-tarfile "$files/$name" |
    tar --extract --directory="$sdk" --strip-components=5 --wildcards './usr/libexec/swift/lib/swift_static/*'
  read -r name _ <<<"${swift_debian_files[1]}"
  mkdir -p "$work/source"
  tar --extract --xz --file="$files/$name" --directory="$work/source" --strip-components=1 --wildcards \
    '*/swift-corelibs-libdispatch/src/*' '*/swift-corelibs-foundation/Sources/*' '*/swift-foundation/Sources/*' \
    '*/swift-collections/Sources/*'
  # Modules in the older compiler's own format; where there is a textual interface, the compiler uses that.
  find "$sdk_resources" \( -name '*.swiftmodule' -o -name '*.swiftdoc' \) -type f -delete
  ln -sfn "$toolchain/lib/clang/"* "$sdk_resources/clang"
  # The linker's driver looks here whatever the SDK says.
  ln -s ../../../swift_static "$sdk_root/usr/lib/swift_static"
}

# sdk_files FOLDER…: the Swift files that the CMakeLists.txt below the folders name, quoted for a response file.
sdk_files() {
  /usr/bin/python3 - "$@" <<'PYTHON'
import os, re, sys
seen = set()
for top in sys.argv[1:]:
    for folder, below, files in os.walk(top):
        below.sort()
        if "CMakeLists.txt" not in files:
            continue
        with open(os.path.join(folder, "CMakeLists.txt")) as text:
            listed = re.sub(r"#.*", "", text.read())
        for quoted, plain in re.findall(r'"([^"\n]+\.swift)"|((?:[^\s"()]|\\ )+\.swift)\b', listed):
            path = os.path.join(folder, quoted or plain.replace("\\ ", " "))
            if os.path.exists(path) and path not in seen:
                seen.add(path)
                print('"%s"' % path)
PYTHON
}

# sdk_module NAME LIBRARY FILES OPTION…: compiles a module of Swift's library and its archive.
sdk_module() {
  local name=$1 library=$2 files=$3
  shift 3
  local folder=$sdk_resources/linux/$name.swiftmodule
  mkdir -p "$folder"
  "$toolchain/bin/swiftc" -target "$target" -sdk "$sdk_root" -resource-dir "$sdk_resources" \
    -module-cache-path "$work/modules" -suppress-warnings -O -wmo -parse-as-library -static \
    -file-prefix-map "$work/source=swift" -plugin-path "$toolchain/lib/swift/host/plugins" \
    -module-name "$name" -module-link-name "$library" "$@" \
    -emit-module -emit-module-path "$folder/$target.swiftmodule" -c -o "$work/$name.o" "@$files"
  rm -f "$sdk_resources/linux/lib$library.a"
  "$toolchain/bin/llvm-ar" rcsD "$sdk_resources/linux/lib$library.a" "$work/$name.o"
}

sdk_frontend() { printf -- '-Xfrontend\n%s\n' "$@"; }

# sdk_autolink LIBRARY…: options that make a module's users link the libraries, too.
sdk_autolink() {
  local library
  for library; do sdk_frontend -public-autolink-library "$library"; done
}

# The availability names of Foundation's own source; none of them matters on Linux.
sdk_availability() {
  local version name
  for version in 0.1 0.2 0.3 0.4; do
    for name in Preview Predicate PredicateRegex; do
      sdk_frontend -define-availability "\"Foundation$name $version:macOS 13.3\""
    done
  done
}

sdk_dispatch() {
  local source=$work/source/swift-corelibs-libdispatch
  printf '"%s"\n' "$source"/src/swift/*.swift >"$work/dispatch.files"
  sdk_module Dispatch swiftDispatch "$work/dispatch.files" -Xcc -fblocks -Xcc "-I$sdk_resources" \
    -Xcc "-fmodule-map-file=$sdk_resources/dispatch/module.modulemap" -Xcc "-I$source/src/swift/shims"
}

sdk_collections() {
  sdk_files "$work/source/swift-collections/Sources/"{OrderedCollections,RopeModule,InternalCollectionsUtilities} >"$work/collections.files"
  sdk_module _FoundationCollections _FoundationCollections "$work/collections.files" -DCOLLECTIONS_SINGLE_MODULE
}

sdk_essentials() {
  {
    sdk_availability
    sdk_autolink _FoundationCShims _FoundationCollections swiftSynchronization
    sdk_files "$work/source/swift-foundation/Sources/FoundationEssentials"
  } >"$work/essentials.files"
  sdk_module FoundationEssentials FoundationEssentials "$work/essentials.files" -swift-version 6 \
    -package-name SwiftFoundation -enable-experimental-feature VariadicGenerics \
    -enable-experimental-feature AccessLevelOnImport -enable-experimental-feature StrictConcurrency \
    -enable-upcoming-feature InferSendableFromCaptures -Xcc -D_GNU_SOURCE
}

sdk_internationalization() {
  {
    sdk_availability
    sdk_autolink _FoundationCShims _FoundationICU swiftSynchronization
    sdk_files "$work/source/swift-foundation/Sources/FoundationInternationalization"
  } >"$work/internationalization.files"
  sdk_module FoundationInternationalization FoundationInternationalization "$work/internationalization.files" \
    -swift-version 6 -package-name SwiftFoundation -enable-experimental-feature AccessLevelOnImport \
    -enable-experimental-feature StrictConcurrency -enable-upcoming-feature InferSendableFromCaptures -Xcc -D_GNU_SOURCE
}

sdk_foundation() {
  {
    sdk_autolink CoreFoundation _FoundationICU swiftSynchronization
    sdk_files "$work/source/swift-corelibs-foundation/Sources/Foundation"
  } >"$work/foundation.files"
  sdk_module Foundation Foundation "$work/foundation.files" -swift-version 6 -DDEPLOYMENT_RUNTIME_SWIFT \
    -DSWIFT_CORELIBS_FOUNDATION_HAS_THREADS -Xfrontend -require-explicit-sendable -Xcc -fblocks \
    -Xcc -fcf-runtime-abi=swift -Xcc -DDEPLOYMENT_RUNTIME_SWIFT
}

# sdk_describe: what SwiftPM reads, and what every program is linked with.
sdk_describe() {
  "$toolchain/bin/clang" --target="$gnu" --sysroot="$sdk_root" -O2 -fPIC -c "$here/lib/glibc-before-2.38.c" -o "$work/glibc.o"
  "$toolchain/bin/llvm-ar" rcsD "$sdk_resources/linux/libbrewsglibc.a" "$work/glibc.o"
  printf '%s\n' -ldl -lpthread -lswiftCore -ldispatch -lBlocksRuntime -lDispatchStubs -lbrewsglibc -lstdc++ -lm \
    -Xlinker --exclude-libs -Xlinker ALL >"$sdk_resources/linux/static-stdlib-args.lnk"
  local bundle=$sdk/bundle/brews.artifactbundle
  mkdir -p "$bundle/sdk"
  cat >"$bundle/info.json" <<TEXT
{
  "schemaVersion": "1.0",
  "artifacts": {
    "brews": { "type": "swiftSDK", "version": "1", "variants": [{ "path": "sdk" }] }
  }
}
TEXT
  cat >"$bundle/sdk/swift-sdk.json" <<TEXT
{
  "schemaVersion": "4.0",
  "targetTriples": {
    "$target": {
      "sdkRootPath": "$sdk_root",
      "swiftResourcesPath": "$sdk_resources",
      "swiftStaticResourcesPath": "$sdk_resources",
      "toolsetPaths": ["toolset.json"]
    }
  }
}
TEXT
  cat >"$bundle/sdk/toolset.json" <<TEXT
{
  "schemaVersion": "1.0",
  "rootPath": "$toolchain/bin",
  "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld", "-Xclang-linker", "--target=$gnu"] },
  "linker": { "path": "ld.lld" }
}
TEXT
  # Last, so that an interrupted SDK is made anew.
  sdk_identity >"$sdk/identity"
}

# sdk_install: makes the SDK if there is none of this kind.
sdk_install() {
  sdk_ready && return
  [[ $offline == no ]] || fail "there is no Swift SDK for $sdk_architecture yet, and --offline forbids fetching what it is made of."
  step "Getting Debian's Swift for $sdk_architecture and the libraries of $sdk_suite (0.7 GB)" sdk_download
  step "Unpacking them" sdk_unpack
  step "Compiling Dispatch" sdk_dispatch
  step "Compiling _FoundationCollections" sdk_collections
  step "Compiling FoundationEssentials" sdk_essentials
  step "Compiling FoundationInternationalization" sdk_internationalization
  step "Compiling Foundation" sdk_foundation
  step "Describing the Swift SDK" sdk_describe
}

# sdk_build OPTION…: `swift build` for the other architecture.
sdk_build() {
  PKG_CONFIG_LIBDIR=$sdk_root/usr/lib/$gnu/pkgconfig:$sdk_root/usr/share/pkgconfig \
    PKG_CONFIG_PATH=$sdk_root/usr/lib/$gnu/pkgconfig PKG_CONFIG_SYSROOT_DIR=$sdk_root \
    build release --swift-sdks-path "$sdk/bundle" --swift-sdk "$target" "$@"
}

# sdk_cmake_options: options of whisper.cpp's build for the other architecture. Without OpenMP, whose library here is
# GCC's and whose compiler is Clang; ggml then uses threads of its own.
sdk_cmake_options() {
  whisper_options+=(
    -DCMAKE_SYSTEM_NAME=Linux
    "-DCMAKE_SYSTEM_PROCESSOR=${gnu%%-*}"
    "-DCMAKE_SYSROOT=$sdk_root"
    "-DCMAKE_C_COMPILER=$toolchain/bin/clang"
    "-DCMAKE_CXX_COMPILER=$toolchain/bin/clang++"
    "-DCMAKE_C_COMPILER_TARGET=$gnu"
    "-DCMAKE_CXX_COMPILER_TARGET=$gnu"
    "-DCMAKE_AR=$toolchain/bin/llvm-ar"
    -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY
    -DGGML_OPENMP=OFF
  )
}
