"""What results were made from, as a digest: they are made anew when that has changed, and only then."""
import hashlib
import pathlib


def of(files: list[pathlib.Path], *settings: object) -> str:
    """A digest of the contents of files, in this order, and of settings; files that are not there count as such."""
    total = hashlib.sha256(repr(settings).encode())
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest() if file.exists() else b"none")
    return total.hexdigest()
