# axe-core, the accessibility checker of the browser tests: one file from a Python package, in a folder under .build.
# Sourced by scripts/setup.
# shellcheck disable=SC2154 # variables of scripts/setup

axe_version=4.12.1
axe_package=axe_playwright_python-0.1.8
axe_wheel=$axe_package-py3-none-any.whl
axe_wheel_sum=fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8
axe_script_sum=84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc
axe_script=$project/.build/axe/axe.min.js

axe_problem() {
  [[ $training == no ]] || has_sha256 "$axe_script" "$axe_script_sum" ||
    echo "axe-core $axe_version is missing ($axe_script); $mend installs it."
}

axe_fill() {
  unzip -o -j -q "$cache/$axe_wheel" axe_playwright_python/axe.min.js -d "$work"
  has_sha256 "$work/axe.min.js" "$axe_script_sum"
  install -D --mode=644 "$work/axe.min.js" "$axe_script"
}

axe_install() {
  step "Getting axe-core $axe_version" \
    download "$axe_wheel" "$axe_wheel_sum" "axe-playwright-python==${axe_package##*-}" --only-binary=:all:
  step "Installing axe-core $axe_version under .build" axe_fill
}
