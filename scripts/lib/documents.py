"""Checks the project's documents: links between them, and what README.md promises of itself.

Usage: documents.py links | sentences README.md | ease FILE… | menu README.md >MENU.json | programs FOLDER FILE…
"""

import os
import re
import subprocess
import sys

LONGEST_README = 12_288
LONGEST_SENTENCE = 30
LEAST_EASE = 50


def without_code(text):
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    return re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)


def anchors(text):
    """The ids that a Git host gives the headings of a document."""
    headings = re.findall(r"^#+ +(.*)$", without_code(text), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links():
    """Links from one file of the repository to another, and to a heading. DocC checks those of its own."""
    names = subprocess.check_output(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], text=True)
    bad = []
    for name in names.split():
        if ".docc/" in name or not os.path.exists(name):
            continue
        with open(name, encoding="utf-8") as file:
            text = file.read()
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, heading = target.partition("#")
            place = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not os.path.exists(place):
                bad.append(f"{name}: there is no {place}")
            elif heading and heading not in anchors(open(place, encoding="utf-8").read()):
                bad.append(f"{name}: {place} has no heading #{heading}")
        # A name in code that looks like a document of this repository must be one, from here or from the top.
        for target in re.findall(r"`([\w./-]+\.md)`", without_code(text)):
            if not any(os.path.exists(os.path.join(folder, target)) for folder in ["", os.path.dirname(name)]):
                bad.append(f"{name}: there is no {target}")
    return bad


def prose(text):
    """The sentences of a document, with tables by the cell and lists by the entry."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", without_code(text))
    blocks, block = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            blocks += [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        elif not line.strip() or re.match(r"#|- |\d+\. ", line):
            blocks.append(" ".join(block))
            block = [re.sub(r"^(#+|-|\d+\.) +", "", line)] if line.strip() else []
        else:
            block.append(line.strip())
    for each in blocks:
        yield from (sentence for sentence in re.split(r"(?<=[.!?:])\s+", each) if sentence.strip())


def sentences(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bad = []
    if len(text.encode()) > LONGEST_README:
        bad.append(f"{path}: {len(text.encode())} bytes; at most {LONGEST_README}. Move what is long to Sources/Brews.docc.")
    for sentence in prose(text):
        words = re.findall(r"[^\s]*\w[^\s]*", sentence)
        if len(words) > LONGEST_SENTENCE:
            bad.append(f"{path}: a sentence of {len(words)} words; at most {LONGEST_SENTENCE}: {sentence}")
    return bad


def syllables(word):
    groups = re.findall(r"[aeiouy]+", word)
    silent = word.endswith("e") and not word.endswith("le") and len(groups) > 1
    return max(1, len(groups) - silent)


def ease(paths):
    """Flesch's reading ease of each document's prose, without tables and code; 60 to 70 is plain English."""
    bad = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            # What is in code has no syllables, so it counts neither for nor against.
            text = re.sub(r"`[^`]*`|<doc:[^>]*>|^\|.*$|^@.*$|^#.*$", "", without_code(file.read()), flags=re.M)
        spoken = [re.findall(r"[a-z]+", each.lower()) for each in prose(text)]
        spoken = [each for each in spoken if len(each) > 2]
        words = [word for each in spoken for word in each]
        figure = 206.835 - 1.015 * len(words) / len(spoken) - 84.6 * sum(map(syllables, words)) / len(words)
        print(f"{figure:.0f} {path}")
        if figure < LEAST_EASE:
            bad.append(f"{path}: reading ease {figure:.0f}; at least {LEAST_EASE}. Shorter sentences, shorter words.")
    return bad


def menu(path):
    with open(path, encoding="utf-8") as file:
        found = re.search(r"<!-- menu -->\n```json\n(.*?)^```$", file.read(), flags=re.S | re.M)
    if not found:
        raise SystemExit(f"{path}: it has no menu after <!-- menu -->")
    sys.stdout.write(found[1])


def programs(folder, paths):
    """Writes each Swift program of the documents, which begins with an import, to a file of its own."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```swift\n(import .*?)^```$", file.read(), flags=re.S | re.M)
        for number, block in enumerate(blocks):
            # A module of its own: one of the same name as an imported one would shadow it.
            name = re.sub(r"\W", "_", os.path.basename(path)) + f"_{number}.swift"
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(block)


def main():
    command, *rest = sys.argv[1:] or [""]
    if command == "menu" and len(rest) == 1:
        return menu(*rest)
    if command == "programs" and len(rest) > 1:
        return programs(rest[0], rest[1:])
    if command == "links" and not rest:
        bad = links()
    elif command == "sentences" and len(rest) == 1:
        bad = sentences(*rest)
    elif command == "ease" and rest:
        bad = ease(rest)
    else:
        raise SystemExit(__doc__)
    print("\n".join(bad), end="\n" if bad else "")
    raise SystemExit(1 if bad else 0)


main()
