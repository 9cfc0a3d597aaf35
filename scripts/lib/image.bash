# Parts of the card image. Sourced by scripts/image.
# shellcheck disable=SC2154 # variables of the scripts

image_packages() {
  local depends
  depends=$(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/[(|].*//; s/ //g')
  printf '%s\n' linux-image-arm64 initramfs-tools systemd systemd-sysv systemd-boot-efi udev dbus kmod e2fsprogs procps \
    init-system-helpers adduser alsa-utils zstd "$depends"
  [[ $screen == no ]] || printf '%s\n' cage chromium fonts-dejavu-core libpam-systemd xwayland
}

# What the start needs before the root is there: a card, a disk or a stick of a board with UEFI, or of an emulated one.
# Fewer modules make the start faster; a module that a kernel lacks is passed over.
image_modules=(
  ext4 virtio_blk virtio_pci virtio_mmio virtio_scsi sd_mod ahci nvme usb_storage uas
  mmc_block sdhci sdhci_pci sdhci_acpi sdhci_iproc sdhci_of_dwcmshc bcm2835 dw_mmc dw_mmc_pltfm dw_mmc_rockchip
  xhci_hcd xhci_pci xhci_plat_hcd ehci_hcd ehci_pci ehci_platform dwc2 dwc3 pcie_brcmstb pcie_rockchip_host
  phy_rockchip_inno_usb2 phy_rockchip_naneng_combphy phy_rockchip_usbdp phy_brcm_usb reset_raspberrypi
)

# image_modules_list ROOT: chooses them, before the kernel is installed.
image_modules_list() {
  mkdir -p "$1/etc/initramfs-tools/conf.d"
  printf '%s\n' "${image_modules[@]}" >"$1/etc/initramfs-tools/modules"
  echo MODULES=list >"$1/etc/initramfs-tools/conf.d/brews"
}

# image_root: Debian with the package; its programs run emulated.
image_root() {
  image_modules_list "$work/early"
  local include
  include=$(image_packages | grep . | sort -u | paste -sd ,)
  apt_sources "$suite" | grep -v '^deb-src' >"$work/sources.list"
  local folder excluded=()
  # Modules for what a kiosk has not: radio, television, clusters.
  for folder in drivers/net/wireless drivers/media drivers/infiniband drivers/staging drivers/isdn sound/pci fs/ocfs2 fs/ceph \
    fs/smb fs/nfs fs/nfsd fs/xfs fs/btrfs fs/gfs2 net/bluetooth net/mac80211 net/wireless; do
    excluded+=("--dpkgopt=path-exclude=/lib/modules/*/kernel/$folder/*")
  done
  # shellcheck disable=SC2016 # arguments of the hooks' shells
  emulated qemu-aarch64-static mmdebstrap --mode=root --format=directory --architectures=arm64 --variant=minbase \
    --include="$include" --aptopt='APT::Install-Recommends "false"' --skip=check/qemu \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' "${excluded[@]}" \
    --essential-hook="cp -a '$work/early/.' \"\$1\"" \
    --customize-hook="cp '$package' \"\$1/brews.deb\"" \
    --customize-hook='chroot "$1" dpkg --install /brews.deb' --customize-hook='rm "$1/brews.deb"' \
    "$suite" "$root" "$work/sources.list"
}

# place MODE PATH: a file of the root from standard input.
place() {
  mkdir -p "$(dirname "$root$2")"
  cat >"$root$2"
  chmod "$1" "$root$2"
}

# enable UNIT WANTS: as systemctl enable.
enable() {
  mkdir -p "$root/etc/systemd/system/$2.wants"
  ln -sf "/lib/systemd/system/$1" "$root/etc/systemd/system/$2.wants/$1"
}

image_settings() {
  local unit
  # The root is read-only: what changes is in memory or on the data partition.
  place 644 /etc/fstab <<'TEXT'
LABEL=brews-root  /                      ext4   ro,noatime                                    0 1
LABEL=brews-data  /data                  ext4   rw,noatime,nosuid,nodev,noexec,errors=remount-ro 0 2
/data/orders      /var/lib/brews         none   bind,x-systemd.requires-mounts-for=/data      0 0
/data/settings    /etc/brews             none   bind,x-systemd.requires-mounts-for=/data      0 0
/data/packages    /var/lib/brews-packages none  bind,x-systemd.requires-mounts-for=/data      0 0
tmpfs             /tmp                   tmpfs  nosuid,nodev,size=64m                         0 0
tmpfs             /var/tmp               tmpfs  nosuid,nodev,size=64m                         0 0
tmpfs             /var/log               tmpfs  nosuid,nodev,noexec,size=16m                  0 0
tmpfs             /var/cache             tmpfs  nosuid,nodev,noexec,size=64m                  0 0
tmpfs             /var/lib/systemd       tmpfs  nosuid,nodev,noexec,size=4m                   0 0
tmpfs             /var/lib/brews-screen  tmpfs  nosuid,nodev,size=64m,mode=0755               0 0
TEXT
  place 644 /etc/systemd/journald.conf.d/brews.conf <<'TEXT'
# Logs in memory, with a cap; they are gone after a restart.
[Journal]
Storage=volatile
RuntimeMaxUse=32M
ForwardToSyslog=no
TEXT
  place 644 /etc/systemd/system.conf.d/brews.conf <<'TEXT'
# The hardware watchdog restarts a board that hangs.
[Manager]
RuntimeWatchdogSec=15
RebootWatchdogSec=2min
DefaultTimeoutStopSec=15
CrashReboot=yes
TEXT
  place 644 /etc/sysctl.d/60-brews.conf <<'TEXT'
# A panic restarts the board after 10 s; an oops is one. No magic keys, no core files.
kernel.panic = 10
kernel.panic_on_oops = 1
kernel.sysrq = 0
kernel.core_pattern = |/bin/false
TEXT
  place 755 /usr/lib/brews/clock <<'TEXT'
#!/bin/sh
# Time without a network and without a battery: a start never begins before the last time that was noted.
file=/data/clock
case $1 in
  start) [ ! -e "$file" ] || [ "$(date +%s)" -ge "$(stat -c %Y "$file")" ] || date --set="@$(stat -c %Y "$file")" ;;
  note) touch "$file" ;;
esac
TEXT
  place 644 /lib/systemd/system/brews-clock.service <<'TEXT'
[Unit]
Description=Time of a board without a battery
RequiresMountsFor=/data
Before=brews-kiosk.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/lib/brews/clock start
ExecStop=/usr/lib/brews/clock note

[Install]
WantedBy=multi-user.target
TEXT
  place 644 /lib/systemd/system/brews-clock-note.service <<'TEXT'
[Unit]
Description=Noting of the time of a board without a battery

[Service]
Type=oneshot
ExecStart=/usr/lib/brews/clock note
TEXT
  place 644 /lib/systemd/system/brews-clock-note.timer <<'TEXT'
[Unit]
Description=Noting of the time every ten minutes

[Timer]
OnActiveSec=10min
OnUnitActiveSec=10min

[Install]
WantedBy=timers.target
TEXT
  place 644 /lib/systemd/system/brews-tune.service <<'TEXT'
[Unit]
Description=Settings of Brews for this board, once
After=brews-kiosk.service
RequiresMountsFor=/var/lib/brews
ConditionPathExists=!/var/lib/brews/tuned.conf
ConditionVirtualization=no

[Service]
Type=oneshot
User=brews
Nice=10
Environment=HOME=/tmp
ExecStart=/usr/bin/brews tune --menu /etc/brews/menu.json --write /var/lib/brews/tuned.conf

[Install]
WantedBy=multi-user.target
TEXT
  enable brews-clock.service multi-user.target
  enable brews-clock-note.timer timers.target
  enable brews-tune.service multi-user.target
  enable brews-kiosk.service multi-user.target
  [[ $screen == no ]] || enable brews-screen.service multi-user.target
  [[ $screen == no ]] || place 644 /etc/chromium/policies/managed/brews.json <"$root/usr/share/brews/chromium-policy.json"
  # Nobody logs in, nothing is fetched, nothing sleeps.
  for unit in getty@tty1.service serial-getty@.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    sleep.target suspend.target hibernate.target hybrid-sleep.target systemd-networkd.service systemd-resolved.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
  chroot_passwd
  echo brews >"$root/etc/hostname"
  printf '127.0.0.1 localhost brews\n::1 localhost\n' >"$root/etc/hosts"
  # Empty: a new one in memory at each start.
  : >"$root/etc/machine-id"
  mkdir -p "$root/data" "$root/var/lib/brews-packages" "$root/var/lib/brews-screen"
  # The contents of the data partition.
  mkdir -p "$work/data/settings" "$work/data/packages"
  cp -a "$root/etc/brews/." "$work/data/settings/"
  [[ -z $menu ]] || cp "$menu" "$work/data/settings/menu.json"
  cp -a "$root/var/lib/brews" "$work/data/orders"
  rm -rf "$root/var/lib/apt/lists/"* "$root/var/cache/"* "$root/var/log/"*
}

# No password opens root's account.
chroot_passwd() { sed -i 's/^root:[^:]*:/root:!:/' "$root/etc/shadow"; }

# image_write: partitions for starting (FAT), root and data.
image_write() {
  local version boot_megabytes root_megabytes at
  version=$(basename "$root"/boot/vmlinuz-* | sed 's/^vmlinuz-//')
  boot_megabytes=$((($(stat --format=%s "$root/boot/vmlinuz-$version") + $(stat --format=%s "$root/boot/initrd.img-$version")) / 1000000 + 16))
  truncate --size="${boot_megabytes}M" "$work/boot"
  mkfs.vfat -F 32 -n BREWS-BOOT "$work/boot" >/dev/null
  cat >"$work/loader.conf" <<'TEXT'
timeout 0
editor no
default brews.conf
TEXT
  cat >"$work/entry.conf" <<'TEXT'
title Brews
linux /vmlinuz
initrd /initrd.img
options root=LABEL=brews-root ro panic=10 fsck.repair=yes quiet console=tty0
TEXT
  mmd -i "$work/boot" ::/EFI ::/EFI/BOOT ::/loader ::/loader/entries
  mcopy -i "$work/boot" "$root/usr/lib/systemd/boot/efi/systemd-bootaa64.efi" ::/EFI/BOOT/BOOTAA64.EFI
  mcopy -i "$work/boot" "$root/boot/vmlinuz-$version" ::/vmlinuz
  mcopy -i "$work/boot" "$root/boot/initrd.img-$version" ::/initrd.img
  mcopy -i "$work/boot" "$work/loader.conf" ::/loader/loader.conf
  mcopy -i "$work/boot" "$work/entry.conf" ::/loader/entries/brews.conf
  # They are on the first partition.
  rm -f "$root"/boot/* "$root"/{vmlinuz,initrd.img}*
  root_megabytes=$(($(du --summarize --block-size=1M "$root" | cut -f 1) * 106 / 100 + 24))
  mke2fs -q -t ext4 -L brews-root -m 0 -O ^has_journal -d "$root" "$work/root.ext4" "${root_megabytes}M"
  mke2fs -q -t ext4 -L brews-data -m 1 -d "$work/data" "$work/data.ext4" "${data_megabytes}M"
  truncate --size="$((boot_megabytes + root_megabytes + data_megabytes + 4))M" "$work/image"
  sfdisk --quiet "$work/image" <<TEXT
label: gpt
start=1MiB, size=${boot_megabytes}MiB, type=U, name=brews-boot
size=${root_megabytes}MiB, type=L, name=brews-root
size=${data_megabytes}MiB, type=L, name=brews-data
TEXT
  at=1
  for part in "$work/boot" "$work/root.ext4" "$work/data.ext4"; do
    dd if="$part" of="$work/image" bs=1M seek="$at" conv=notrunc,sparse status=none
    at=$((at + $(stat --format=%s "$part") / 1048576))
  done
  mkdir -p "$(dirname "$output")"
  mv "$work/image" "$output"
}
