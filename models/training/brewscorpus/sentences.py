"""Café sentences from a menu: orders, corrections, answers."""
import collections.abc
import json
import pathlib
import random
import re

from . import paths

ASKS = (
    "can i get|can i have|could i get|could i have|may i have|i'd like|i would like|i want|i'll have|i'll take|i need|"
    "give me|get me|let me get|please give me|please get me|make me|brew me|we'd like|can you make me|could you make me|"
    "hey brews can i get|hey brews give me|hi can i get|hello i'd like|hey could i get|just"
).split("|")
NUMBERS = ("two", "three", "four", "five", "six")
AMOUNTS = "a little bit of|a bit of|a little|some|a lot of|lots of|extra|light|no|two pumps of|one pump of|a splash of".split("|")
CLOSINGS = "please|thanks|thank you|to go|for here|that's all|that's it".split("|")
FIXED = (
    "yes|no|yeah|nope|sure|okay|yes please|no thanks|no thank you|that's right|yes that's right|that's correct|"
    "that's wrong|that's all|that's it thanks|that's everything|confirm|checkout please|i'm ready to pay|"
    "what's in my order|read it back|can you repeat that|start over|cancel my order|help|hey brews|for here|to go|"
    "the second one|the first one|make it two|another one please|never mind|go back"
).split("|")
PATTERNS = (
    "no wait make that a {size}|actually make it a {size}|make it {size}|make the {item} {size}|remove the {item}|"
    "cancel the {item}|change the milk to {milk}|change the {item} to a {item2}|not the {item} the {item2}|"
    "with {milk} instead|no {extra} please|add {amount} {extra}|add a {item}|and a {item}|do you have {extra}|"
    "how much is the {item}|what's in the {item}|is there milk in the {item}|{size}|{size} please|{milk}|{extra}|a {item}|"
    "{item} please|hey brews a {size} {item} please|without {extra}|take off the {extra}|make that two {items}"
).split("|")
ANSWERS = (
    "yes|no|yes please|no thanks|no thank you|that's all|that's it|no that's all|no that's it|that's everything|yeah|yep|nope|"
    "nothing else|that's right|yes that's right|that is all|that will be all|sure|okay|correct"
).split("|")
BEFORE_KINDS = {"size": 0.7, "temperature": 0.25, "roast": 0.3, "shots": 0.25}


def menu(file: pathlib.Path = paths.MENU) -> dict:
    """A menu; its file is JSON with comment lines."""
    lines = file.read_text().splitlines()
    return json.loads("\n".join(line for line in lines if not line.lstrip().startswith("//")))


class Café:
    """Writes sentences of a guest at the counter.

    random: the only source of chance, so that the same seed gives the same sentences; file: the menu.
    """

    def __init__(self, random: random.Random, file: pathlib.Path = paths.MENU) -> None:
        self.random = random
        description = menu(file)
        self.items = [[item["name"], *item.get("aliases", [])] for item in description["items"]]
        self.options: dict[str, list[list[str]]] = {}
        for group in description["optionGroups"]:
            names = [[option["name"], *option.get("aliases", [])] for option in group["options"]]
            self.options.setdefault(group["kind"], []).extend(names)

    def option(self, kind: str) -> str:
        """An option of a kind, or of any where the menu has none of that kind."""
        groups = self.options.get(kind) or self.options[self.random.choice(list(self.options))]
        names = self.random.choice(groups)
        return names[0] if self.random.random() < 0.6 else self.random.choice(names)

    def item(self) -> str:
        names = self.random.choice(self.items)
        return names[0] if self.random.random() < 0.6 else self.random.choice(names)

    def extra(self) -> str:
        return self.option(self.random.choice(("milk", "milk", "syrup", "sweetener", "sweetener", "topping")))

    def line(self) -> str:
        chance = self.random.random
        before = [self.option(kind) for kind, likely in BEFORE_KINDS.items() if chance() < likely]
        if chance() < 0.3:
            self.random.shuffle(before)
        item = self.item()
        if chance() < 0.15:
            words = [self.random.choice(NUMBERS), *before, plural(item)]
        else:
            words = [self.random.choice(("a", "a", "a", "one", "another", "")), *before, item]
        if chance() < 0.55:
            words += ["with", self.random.choice(AMOUNTS) if chance() < 0.6 else "", self.extra()]
            if chance() < 0.45:
                words += ["and", self.random.choice(AMOUNTS) if chance() < 0.6 else "", self.extra()]
        return " ".join(words)

    def sentence(self) -> str:
        """One sentence in the form the model writes: lower case, words between single spaces."""
        chance = self.random.random()
        if chance < 0.06:
            text = self.random.choice(FIXED)
        elif chance < 0.25:
            text = self.random.choice(PATTERNS).format(
                size=self.option("size"), milk=self.option("milk"), extra=self.extra(), item=self.item(), item2=self.item(),
                items=plural(self.item()), amount=self.random.choice(AMOUNTS),
            )
        else:
            text = f"{self.random.choice(ASKS) if self.random.random() < 0.8 else ''} {self.line()}"
            if self.random.random() < 0.12:
                text += f" and {self.line()}"
            if self.random.random() < 0.2:
                text += f" {self.random.choice(CLOSINGS)}"
        return spoken(text)


def plural(name: str) -> str:
    """Several of an item: names that already are plural stay."""
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return name + ("es" if name.endswith(("ch", "sh", "ss", "x", "z")) else "s")


def spoken(text: str) -> str:
    """The words of a text as they are said: lower case, letters and apostrophes only."""
    text = text.lower().replace("2%", "two percent").replace("’", "'").replace("é", "e")
    return " ".join(re.sub(r"[^a-z' ]", " ", text).split())


def answers(chance: random.Random) -> list[str]:
    """What guests say to the kiosk's questions: each so often as it may come, as far as that can be guessed."""
    café = Café(chance)
    found = [text for text in ANSWERS for _ in range(12)] + [text for text in FIXED for _ in range(2)]
    keywords = json.loads(paths.KEYWORDS.read_text())
    found += [*keywords["confirm"], *keywords["reject"]]
    for kind in ("size", "temperature", "milk"):
        for names in café.options.get(kind, []):
            found += [form.format(names[0]) for form in ("{}", "{}", "{} please", "a {}", "make it {}", "{} one")]
    found += [form.format(number) for number in ("one", *NUMBERS) for form in ("{}", "{} please", "make it {}", "just {}")]
    found += [form.format(names[0]) for names in café.items for form in ("a {}", "{}")]
    return [spoken(text) for text in found]


def phrases() -> list[str]:
    """All that the language data lists as said by guests."""
    def strings(value: object) -> collections.abc.Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for key, part in value.items():
                # Where the value is a number or the like the key is a phrase; elsewhere it names a list.
                yield from [] if isinstance(part, (list, dict)) else [key]
                yield from strings(part)
        elif isinstance(value, list):
            for part in value:
                yield from strings(part)

    return sorted({spoken(text) for text in strings(json.loads(paths.LANGUAGE.read_text()))} - {""})
