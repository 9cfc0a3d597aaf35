// What a guest sets for themselves: the size of the text, and everything within reach from a wheelchair.

import { $, setAttribute, setText, show } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

const root = document.documentElement;
const sizes = ["regular", "large", "largest"]; // 1, 1.5 and 2 times; the factors are in base.css

export class Comfort {
  constructor() {
    sign($("text-size"), "text");
    sign($("reach"), "wheelchair");
    setAttribute($("reach"), "aria-label", words.reach);
    $("text-size").addEventListener("click", () => this.size(sizes[(sizes.indexOf(root.dataset.text) + 1) % 3]));
    $("reach").addEventListener("click", () => this.reach(root.dataset.reach !== "low"));
    // Only a tall screen has anything out of reach.
    const isTall = matchMedia("(orientation: portrait)");
    const follow = () => {
      show($("reach"), isTall.matches);
      if (!isTall.matches) this.reach(false);
    };
    isTall.addEventListener("change", follow);
    this.wipe();
    follow();
  }

  size(size) {
    root.dataset.text = size;
    setAttribute($("text-size"), "aria-label", words.textSize(words.textSizes[size]));
  }

  reach(isLow) {
    root.dataset.reach = isLow ? "low" : "full";
    setAttribute($("reach"), "aria-pressed", isLow);
    setText($("above-text"), isLow ? words.reachBelow : "");
  }

  wipe() {
    this.size("regular");
    this.reach(false);
  }
}
