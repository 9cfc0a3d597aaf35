// On-screen keyboard for kiosks without a hardware keyboard.

import { make, clear } from "./dom.js";
import { words } from "./words.js";

const rows = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm-%,"];

export class Keyboard {
  constructor(place, field, enter) {
    this.field = field;
    clear(place);
    for (const row of rows) place.append(make("div", { class: "keys" },
      ...[...row].map((key) => this.key(key, () => this.insert(key)))));
    place.append(
      make(
        "div",
        { class: "keys" },
        this.key(words.correction.clear, () => this.replace(0, field.value.length, ""), "wide"),
        this.key(words.correction.space, () => this.insert(" "), "widest"),
        this.key(words.correction.back, () => this.back(), "wide"),
      ),
    );
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      enter();
    });
  }

  key(label, press, width = "") {
    // Keeps the cursor in the field while keys are touched.
    return make("button", { type: "button", class: `key ${width}`.trim(), text: label,
      onpointerdown: (event) => event.preventDefault(), onclick: press });
  }

  focus() {
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  insert(text) {
    this.replace(this.field.selectionStart, this.field.selectionEnd, text);
  }

  back() {
    const { selectionStart: start, selectionEnd: end } = this.field;
    this.replace(start === end ? Math.max(0, start - 1) : start, end, "");
  }

  replace(start, end, text) {
    if (this.field.value.length - (end - start) + text.length > this.field.maxLength) return;
    this.field.setRangeText(text, start, end, "end");
  }
}
