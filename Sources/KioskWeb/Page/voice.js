// Voice area: the microphone and its state, the transcript, captions and questions.

import { $, make, setText, setAttribute, show, keyed, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { Keyboard } from "./keyboard.js";
import { words } from "./words.js";

const signs = { off: "muted", armed: "microphone", listening: "microphone", hearing: "microphone", speaking: "speaking",
  unavailable: "hand" };

export class VoiceView {
  constructor(page) {
    this.page = page;
    setText($("said-label"), words.said);
    sign($("correct"), "pencil", words.correct);
    setAttribute($("correct"), "aria-label", words.correct);
    setText($("correction-title"), words.correction.title);
    setText($("correction-send"), words.correction.send);
    setText($("correction-cancel"), words.correction.cancel);
    this.keyboard = new Keyboard($("keyboard"), $("correction-text"), { enter: () => this.send() });
    $("talk").addEventListener("click", () => this.touch());
    $("correct").addEventListener("click", () => this.correct());
    $("correction-send").addEventListener("click", () => this.send());
    $("correction-cancel").addEventListener("click", () => this.wipe());
    $("correction").addEventListener("close", () => this.forget());
  }

  touch() {
    const state = this.page.snapshot?.microphone.state;
    if (state === "speaking") this.page.act({ hush: {} });
    else if (state !== "unavailable") this.page.act({ listen: { isOn: state === "off" || state === "armed" } });
  }

  draw(snapshot) {
    const { state } = snapshot.microphone;
    const phrase = this.page.menu.wakePhrase;
    const stateWords = state === "armed" ? words.microphone.armed(phrase) : words.microphone[state];
    sign($("microphone-state"), signs[state], stateWords);
    sign($("talk"), signs[state]);
    // Without a wake phrase, touching the welcome screen starts the microphone.
    sign($("welcome-talk"), signs[state === "off" ? "armed" : state]);
    setText($("talk-words"), words.talk[state]);
    setAttribute($("talk"), "aria-label", `${stateWords}. ${words.talk[state]}`);
    setAttribute($("talk"), "aria-pressed", state === "listening" || state === "hearing");
    setAttribute($("talk"), "aria-disabled", state === "unavailable");
    if (state !== "listening" && state !== "hearing") this.level(-120);
    this.drawSaid(snapshot);
    this.drawQuestion(snapshot);
  }

  drawSaid({ transcript, screen, caption, question, cart, microphone }) {
    const isLive = transcript.stable !== "" || transcript.volatile !== "";
    setText($("stable"), isLive ? transcript.stable : transcript.last);
    setText($("volatile"), transcript.volatile);
    const isEmpty = !isLive && transcript.last === "";
    const mayTry = isEmpty && screen === "ordering" && cart.length === 0 && microphone.state !== "unavailable"
      && microphone.state !== "off";
    setText($("said-label"), mayTry ? words.example(this.example()) : words.said);
    show($("said"), !isEmpty || mayTry);
    show($("transcript"), !isEmpty);
    show($("correct"), !isLive && transcript.last !== "" && screen !== "welcome");
    if (isLive) $("transcript").scrollTop = $("transcript").scrollHeight;
    setText($("caption"), question && question.text === caption ? "" : caption);
    show($("caption"), $("caption").textContent !== "");
  }

  // An example sentence made of the menu's names.
  example() {
    const { items } = this.page.menu;
    const item = items.find((each) => each.available && each.required.length > 0)
      ?? items.find((each) => each.available);
    if (!item) return "";
    const group = this.page.groups.get(item.required[0]);
    const option = group ? group.options[group.options.length - 1].name : "";
    return `${option} ${item.name}`.trim().toLowerCase();
  }

  drawQuestion({ question }) {
    show($("question"), Boolean(question));
    setText($("question-text"), question?.text);
    const answers = (question?.answers ?? []).map((answer, index) => ({ ...answer, key: `${index} ${answer.value}` }));
    keyed(
      $("answers"),
      answers,
      (answer) => answer.key,
      ({ value }) => make("button", { type: "button", class: "answer",
        onclick: () => this.page.act({ answer: { value } }) }),
      (button, { label }) => setText(button, label),
    );
  }

  // Level ring around the microphone, from -60 dBFS to -10 dBFS.
  level(decibels) {
    const level = Math.max(0, Math.min(1, (decibels + 60) / 50));
    for (const button of [$("talk"), $("welcome-talk")]) button.style.setProperty("--level", level.toFixed(3));
  }

  correct() {
    this.corrected = this.page.snapshot?.transcript.last ?? "";
    $("correction-text").value = this.corrected;
    openDialog($("correction"));
    this.keyboard.focus();
  }

  send() {
    const text = $("correction-text").value.trim(), replaces = this.corrected;
    // Otherwise speech heard while the guest was typing would be undone instead of what they correct.
    const isOvertaken = replaces !== (this.page.snapshot?.transcript.last ?? "");
    this.wipe();
    if (text && isOvertaken) this.page.say(words.correction.overtaken);
    else if (text) this.page.act({ say: { text, replacesLast: true, replaces } });
  }

  forget() {
    this.corrected = "";
    $("correction-text").value = "";
  }

  wipe() {
    this.forget();
    closeDialog($("correction"));
  }
}
