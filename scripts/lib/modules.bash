# The library modules of a build, for tools of the toolchain that read them. Sourced by scripts/docs and scripts/api.

# library_modules: the modules that are library products, as Package.swift lists them, and the umbrella of ordering.
library_modules() {
  sed -n '/^let libraries/,/^    \]\.map/p' Package.swift | grep -oE '"[A-Za-z]+"' | tr -d '"'
  echo VoiceOrdering
}

# modules_configure: sets products, modules and search (options of the compiler); builds what is missing.
modules_configure() {
  local module map
  products=$(swift build --show-bin-path)
  mapfile -t modules < <(library_modules)
  for module in "${modules[@]}"; do
    [[ -f $products/Modules/$module.swiftmodule ]] || { build debug; break; }
  done
  search=(-target "$(uname -m)-unknown-linux-gnu" -I "$products/Modules")
  for map in Sources/C*/module.modulemap; do search+=(-I "$(dirname "$map")"); done
  for map in "$products"/C*.build/module.modulemap; do search+=(-Xcc "-fmodule-map-file=$map"); done
}
