// What guests set for themselves: the size of the text, high contrast, everything within reach from a wheelchair, and
// that the kiosk says what has the focus. The next guest finds nothing of it.

import { $, setAttribute, setText, show } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

const root = document.documentElement;
const sizes = ["regular", "large", "largest"]; // 1, 1.5 and 2 times; the factors are in base.css
const unused = 60_000; // ms on the welcome page without a touch or key after which its guest has left

export class Comfort {
  constructor(keypad) {
    this.keypad = keypad;
    sign($("text-size"), "text", words.comfort.text);
    sign($("contrast"), "contrast", words.comfort.contrast);
    sign($("reach"), "wheelchair", words.comfort.reach);
    sign($("reader"), "headphones", words.comfort.reader);
    setAttribute($("comfort"), "aria-label", words.comfort.title);
    for (const id of ["contrast", "reach", "reader"]) setAttribute($(id), "aria-label", words.comfort[id]);
    $("text-size").addEventListener("click", () => this.size(sizes[(sizes.indexOf(root.dataset.text) + 1) % 3]));
    $("contrast").addEventListener("click", () => this.contrast(root.dataset.contrast !== "high"));
    $("reach").addEventListener("click", () => this.reach(root.dataset.reach !== "low"));
    $("reader").addEventListener("click", () => this.switchReader());
    // Only a tall screen has anything out of reach.
    const isTall = matchMedia("(orientation: portrait)");
    const follow = () => {
      show($("reach"), isTall.matches);
      if (!isTall.matches) this.reach(false);
    };
    isTall.addEventListener("change", follow);
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.watch(), true);
    this.wipe();
    follow();
  }

  // On the welcome page the buttons are a row with words; elsewhere those of the bar.
  draw(isWelcome) {
    if (this.isWelcome === isWelcome) return;
    this.isWelcome = isWelcome;
    if (isWelcome) $("main").after($("comfort"));
    else $("bar-buttons").prepend($("comfort"));
    this.watch();
  }

  // A guest who leaves the welcome page leaves it to the next one as it was.
  watch() {
    clearTimeout(this.timer);
    if (this.isWelcome) this.timer = setTimeout(() => this.wipe(), unused);
  }

  size(size) {
    root.dataset.text = size;
    setAttribute($("text-size"), "aria-label", words.textSize(words.textSizes[size]));
    setAttribute($("text-size"), "aria-pressed", String(size !== "regular"));
  }

  contrast(isHigh) {
    root.dataset.contrast = isHigh ? "high" : "regular";
    setAttribute($("contrast"), "aria-pressed", String(isHigh));
  }

  reach(isLow) {
    root.dataset.reach = isLow ? "low" : "full";
    setAttribute($("reach"), "aria-pressed", String(isLow));
    setText($("above-text"), isLow ? words.reachBelow : "");
  }

  switchReader() {
    const isOn = !this.keypad.isReader;
    if (!isOn) this.keypad.say(words.comfort.readerOff);
    this.read(isOn);
    if (isOn) this.keypad.say(words.comfort.readerOn);
  }

  read(isOn) {
    setAttribute($("reader"), "aria-pressed", String(isOn));
    this.keypad.read(isOn);
  }

  wipe() {
    this.size("regular");
    this.contrast(false);
    this.reach(false);
    this.read(false);
  }
}
