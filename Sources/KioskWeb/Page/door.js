// Asks for the staff's code before a page is shown.

import { $, make, setText, show } from "./dom.js";
import { post } from "./link.js";
import { words } from "./words.js";

const mostDigits = 12;

export class Door {
  // opened(key) is told the access key, which is kept in the page's memory only.
  constructor(opened) {
    this.opened = opened;
    this.digits = "";
    setText($("door-title"), words.staff.code);
    const key = (label, run, kind = "") => make("button",
      { type: "button", class: kind, text: label, data: { key: label }, onclick: run });
    for (const digit of "123456789") $("door-pad").append(key(digit, () => this.type(digit)));
    $("door-pad").append(key(words.staff.back1, () => this.type(null)), key("0", () => this.type("0")),
      key(words.staff.enter, () => this.enter(), "primary"));
    addEventListener("keydown", (event) => {
      if ($("door").hidden) return;
      if (/^[0-9]$/.test(event.key)) this.type(event.key);
      else if (event.key === "Backspace") this.type(null);
      else if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.enter();
    });
    show($("door"), true);
  }

  type(digit) {
    this.digits = digit === null ? this.digits.slice(0, -1) : (this.digits + digit).slice(0, mostDigits);
    setText($("door-dots"), "•".repeat(this.digits.length));
  }

  async enter() {
    if (!this.digits) return;
    const code = this.digits;
    this.digits = "";
    setText($("door-dots"), "");
    try {
      const response = await post("/staff/enter", { code });
      const answer = await response.json();
      if (response.ok) {
        show($("door"), false);
        this.opened(answer.key);
      } else {
        setText($("door-text"), response.status === 429 ? words.staff.locked(answer.seconds) : words.staff.wrong(answer.left));
      }
    } catch {
      setText($("door-text"), words.notArrived);
    }
  }
}
