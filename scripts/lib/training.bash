# Python packages for the training's smoke run that Debian does not have, in a folder under .build. Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

training_python=$project/.build/smoke-python
training_requirements=$project/models/training/acoustic/requirements-smoke.txt

training_problem() {
  [[ $training == no ]] || cmp -s "$training_requirements" "$training_python/requirements.txt" ||
    echo "The Python packages for the training's smoke run are missing ($training_python); $mend installs them."
}

# Debian's Python by its path: its packages belong to it. What the wheels ask for besides NumPy the smoke run does not use.
training_fill() {
  /usr/bin/python3 -m venv --clear --system-site-packages "$training_python"
  twice "$training_python/bin/pip" install --disable-pip-version-check --no-input --progress-bar off --no-deps \
    --only-binary=:all: --requirement "$training_requirements"
  cp "$training_requirements" "$training_python/requirements.txt"
}

training_install() {
  [[ $offline == no ]] || fail "Python packages for the training's smoke run are missing, and --offline forbids fetching them."
  step "Installing Python packages for the training's smoke run" training_fill
}
