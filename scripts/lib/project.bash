# Functions shared by the scripts that build and run the product. Sourced after a change to the project's folder.

# build CONFIGURATION [OPTION…]: builds quietly, shows the log when that fails, and says how long a long build took.
build() {
  local configuration=$1 began=$SECONDS log
  shift
  log=$(mktemp)
  if ! swift build --configuration "$configuration" "$@" >"$log" 2>&1; then
    grep -E 'error:|warning:' "$log" >&2 || tail -n 20 "$log" >&2
    rm -f "$log"
    echo "The build failed; the lines above say where." >&2
    return 1
  fi
  rm -f "$log"
  ((SECONDS - began < 5)) || echo "Built in $((SECONDS - began)) s."
}
