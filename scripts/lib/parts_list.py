#!/usr/bin/env python3
"""Writes the list of a package's parts: SPDX 2.3 in JSON, to standard output.

Names the program, what is linked into it or carried beside it, with versions, licences and the SHA-256 of every
file, and the Debian packages that it depends on. The same arguments and files give the same bytes.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re

# Name, licence, source, the package's file that contains it ("" for a part without one), and where its version is from.
PARTS = [
    ("swift", "Apache-2.0 WITH Swift-exception", "https://www.swift.org", "usr/lib/brews/brews"),
    ("icu", "Unicode-3.0", "https://icu.unicode.org", "usr/lib/brews/brews"),
    ("vosk", "Apache-2.0", "https://alphacephei.com/vosk", "usr/lib/brews/libvosk.so"),
    ("kaldi", "Apache-2.0", "https://kaldi-asr.org", "usr/lib/brews/libvosk.so"),
    ("openfst", "Apache-2.0", "https://www.openfst.org", "usr/lib/brews/libvosk.so"),
    ("openblas", "BSD-3-Clause", "https://www.openblas.net", "usr/lib/brews/libvosk.so"),
    ("whisper.cpp", "MIT", "https://github.com/ggml-org/whisper.cpp", "usr/lib/brews/libwhisper.so.1"),
    ("ggml", "MIT", "https://github.com/ggml-org/ggml", "usr/lib/brews/libggml.so.0"),
    ("moonshine-tiny", "MIT", "https://github.com/moonshine-ai/moonshine",
     "usr/share/brews/models/brews-en/wake/moonshine.mdl"),
]


def identifier(kind, name):
    return "SPDXRef-%s-%s" % (kind, re.sub(r"[^A-Za-z0-9.]+", "-", name))


def package(name, version, licence, source):
    entry = {
        "SPDXID": identifier("Package", name),
        "name": name,
        "downloadLocation": source,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if version:
        entry["versionInfo"] = version
    return entry


def digest(path, algorithm):
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def file_entry(root, path):
    name = path.relative_to(root).as_posix()
    return {
        "SPDXID": identifier("File", name),
        "fileName": "./" + name,
        "checksums": [
            {"algorithm": "SHA1", "checksumValue": digest(path, "sha1")},
            {"algorithm": "SHA256", "checksumValue": digest(path, "sha256")},
        ],
        "licenseConcluded": "NOASSERTION",
        "licenseInfoInFiles": ["NOASSERTION"],
        "copyrightText": "NOASSERTION",
    }


def models(root):
    """The models' names, versions and licences, from their manifests."""
    for path in sorted(root.glob("usr/share/brews/models/*/manifest.json")):
        manifest = json.loads(path.read_text())
        yield manifest["name"], manifest["version"], manifest["licence"], path.parent.relative_to(root).as_posix()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--date", type=int, required=True)
    parser.add_argument("--part", action="append", default=[], metavar="NAME=VERSION")
    parser.add_argument("--depends", required=True)
    options = parser.parse_args()
    versions = dict(part.split("=", 1) for part in options.part)

    files = [file_entry(options.root, path)
             for path in sorted(options.root.rglob("*")) if path.is_file() and not path.is_symlink()]
    code = hashlib.sha1("".join(sorted(entry["checksums"][0]["checksumValue"] for entry in files)).encode())
    brews = package("brews", options.version, "Apache-2.0", "NOASSERTION")
    brews.update({
        "filesAnalyzed": True,
        "packageVerificationCode": {"packageVerificationCodeValue": code.hexdigest()},
        "licenseInfoFromFiles": ["NOASSERTION"],
        "sourceInfo": "commit " + options.commit,
        # The program together with libespeak-ng.
        "licenseConcluded": "GPL-3.0-or-later",
        "hasFiles": [entry["SPDXID"] for entry in files],
    })
    packages, relations = [brews], []

    def relate(one, kind, other):
        relations.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    relate("SPDXRef-DOCUMENT", "DESCRIBES", brews["SPDXID"])
    for name, licence, source, place in PARTS:
        if not (options.root / place).exists():
            continue
        part = package(name, versions.get(name), licence, source)
        packages.append(part)
        relate(brews["SPDXID"], "CONTAINS", part["SPDXID"])
        relate(part["SPDXID"], "GENERATES", identifier("File", place))
    for name, version, licence, _ in models(options.root):
        part = package(name, version, licence, "NOASSERTION")
        packages.append(part)
        relate(brews["SPDXID"], "CONTAINS", part["SPDXID"])
    for dependency in options.depends.split(", "):
        name, _, bound = dependency.partition(" ")
        part = package("debian-" + name, None, "NOASSERTION", "https://packages.debian.org/" + name)
        if bound:
            part["comment"] = "version " + bound.strip("()")
        packages.append(part)
        relate(brews["SPDXID"], "DEPENDS_ON", part["SPDXID"])

    made = datetime.datetime.fromtimestamp(options.date, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": "brews_%s_%s" % (options.version, options.architecture),
        "documentNamespace": "urn:brews:%s:%s:%s" % (options.commit, options.version, options.architecture),
        "creationInfo": {"created": made, "creators": ["Tool: brews-scripts/lib/parts_list.py"]},
        "packages": packages,
        "files": files,
        "relationships": relations,
    }
    print(json.dumps(document, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
