# A folder with a package of another architecture and all that it needs, for QEMU's user mode. Sourced by
# Tests/scripts/emulated and benchmarks/board-figures, after apt.bash.
# shellcheck disable=SC2154 # variables of the scripts

# package_root_make PACKAGE SUITE ARCHITECTURE FOLDER [NAME…]: unpacks the package over its dependencies and the further
# packages; their scripts do not run.
package_root_make() {
  local package=$1 suite=$2 architecture=$3 root=$4 wanted closure name file
  shift 4
  mkdir -p "$root"/{usr/{bin,lib,sbin},proc,dev,tmp,root,etc}
  for name in bin lib sbin; do [[ -e $root/$name ]] || ln -s "usr/$name" "$root/$name"; done
  mapfile -t wanted < <(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/[(|].*//; s/ //g')
  apt_configure "$suite" "$architecture"
  apt_lists
  closure=$(apt_closure "${wanted[@]}" "$@") || return
  while read -r file; do
    dpkg-deb --fsys-tarfile "$file" | tar --extract --no-same-owner --keep-directory-symlink --directory="$root" || return
  done < <(echo "$closure" && echo "$package")
  echo 'root:x:0:0::/root:/bin/bash' >"$root/etc/passwd"
}
