// Use by keypad: the arrow keys move like Tab, and the kiosk says what has the focus and what has happened. A touch ends
// this until the next key, unless the guest has asked for a screen reader.

import { words } from "./words.js";

const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const pause = 150; // ms in which what happens together is said together

export class Keypad {
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.texts = [];
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("focusin", (event) => this.focus(event.target));
    addEventListener("pointerdown", () => (this.isOn = this.isReader === true), true);
  }

  // For a guest who does not see the page, also what is touched is said.
  read(isOn) {
    if (this.isReader === isOn) return;
    this.isReader = isOn;
    this.isOn = isOn;
  }

  press(event) {
    if (!["Tab", "Enter", "Escape"].includes(event.key) && !steps[event.key]) return;
    this.page.somebodyIsHere();
    this.isOn = true;
    // Only what the guest moves to may interrupt the kiosk.
    this.isMoving = event.key !== "Enter" && event.key !== "Escape";
    setTimeout(() => (this.isMoving = false));
    if (event.key === "Escape") return this.goBack();
    // A field moves its cursor, and the categories are changed by the arrow keys.
    if (!steps[event.key] || event.defaultPrevented || event.target.tagName === "TEXTAREA") return;
    event.preventDefault();
    this.move(steps[event.key]);
  }

  // Esc closes a dialog by itself; it goes back from the confirmation to the order, and elsewhere stops the speech.
  goBack() {
    if (document.querySelector("dialog[open]")) return;
    this.page.act(this.page.snapshot?.screen === "confirmation" ? { reject: {} } : { hush: {} });
  }

  move(step) {
    const within = document.querySelector("dialog[open]") ?? document.body;
    const all = [...within.querySelectorAll("button, textarea, a[href]")]
      .filter((node) => !node.disabled && node.tabIndex >= 0 && node.checkVisibility({ visibilityProperty: true }));
    const here = document.activeElement;
    const index = all.indexOf(here);
    // A heading has the focus after a new page, and is none of them.
    const next = index >= 0 ? index + step : all.findIndex((node) =>
      here.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) - (step < 0 ? 1 : 0);
    all.at(next % all.length)?.focus({ focusVisible: true });
  }

  focus(node) {
    const isSpeaking = this.page.snapshot?.microphone.state === "speaking" && !this.isSaying;
    if (this.isOn && (this.isMoving || !isSpeaking)) this.say(this.name(node), true);
  }

  name(node) {
    const label = node.getAttribute("aria-label") ?? (node.innerText ?? "").replace(/\s*\n\s*/g, ", ");
    const isChosen = [node.ariaPressed, node.ariaSelected].includes("true");
    return isChosen && node.id !== "talk" ? `${label}, ${words.chosen}` : label;
  }

  // The kiosk says its prompts itself where it listens; otherwise what it shows is said here.
  draw(snapshot) {
    const isNew = snapshot.caption !== this.caption;
    this.caption = snapshot.caption;
    if (this.isOn && isNew && snapshot.microphone.state !== "speaking") this.say(snapshot.caption);
    const question = snapshot.question?.text;
    if (this.isOn && question && question !== this.question) {
      document.querySelector("#answers button")?.focus({ focusVisible: true });
    }
    this.question = question;
  }

  // Says a text with those that follow at once; of several places that had the focus only the last.
  say(text, isFocus = false) {
    if (!text || !this.isOn) return;
    if (isFocus) this.texts = this.texts.filter((each) => !each.isFocus);
    this.texts.push({ text, isFocus });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const all = this.texts.sort((a, b) => a.isFocus - b.isFocus).map((each) => each.text.replace(/[.!]$/, ""));
      this.texts = [];
      this.isSaying = true;
      this.page.link.act({ announce: { text: all.join(". ").slice(0, 400) } });
    }, pause);
  }
}
