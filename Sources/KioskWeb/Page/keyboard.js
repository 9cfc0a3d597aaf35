// On-screen keyboard for kiosks without a hardware keyboard, with the letters of the page's language.

import { make, clear, setText, setAttribute } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

const text = words.keyboard;

export class Keyboard {
  // enter() is told of the field's Enter key, close() of the key that hides the keyboard; both may be left out.
  constructor(place, field, { enter, close } = {}) {
    this.field = field;
    clear(place);
    setAttribute(place, "role", "group");
    setAttribute(place, "aria-label", text.title);
    const rows = [[...text.digits], ...text.rows.map((row) => [...row])];
    place.append(...rows.map((row) => make("div", { class: "keys" },
      ...row.map((key) => this.key(key, (label) => this.insert(label))))));
    this.first = place.firstElementChild;
    const more = this.key(text.more, () => this.switch(more), "wide");
    setAttribute(more, "aria-label", text.letters);
    setAttribute(more, "aria-pressed", "false");
    place.append(make("div", { class: "keys" },
      this.key(words.correction.clear, () => this.replace(0, field.value.length, ""), "wide"), more,
      this.key(words.correction.space, () => this.insert(" "), "widest"),
      this.key(words.correction.back, () => this.back(), "wide"), close ? this.closing(close) : null));
    if (!enter) return;
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      enter();
    });
  }

  key(label, press, width = "") {
    // Keeps the cursor in the field while keys are touched.
    const button = make("button", { type: "button", class: `key ${width}`.trim(), text: label,
      "aria-label": text.names[label], onpointerdown: (event) => event.preventDefault(),
      onclick: () => press(button.textContent) });
    return button;
  }

  closing(close) {
    const button = this.key("", close);
    sign(button, "down");
    setAttribute(button, "aria-label", text.close);
    return button;
  }

  // The first row has digits, or the letters with accents.
  switch(button) {
    const isMore = button.getAttribute("aria-pressed") !== "true";
    setAttribute(button, "aria-pressed", String(isMore));
    const labels = [...(isMore ? text.accents : text.digits)];
    for (const [index, key] of [...this.first.children].entries()) setText(key, labels[index]);
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
    const { field } = this;
    if (field.readOnly || field.value.length - (end - start) + text.length > field.maxLength) return;
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
