// The assistant's page. The kiosk has the conversation and the message that is being composed; this page draws them and
// keeps what is typed until the kiosk has it.

import { Media } from "./assistant-media.js";
import { Desk } from "./desk.js";
import { Door } from "./door.js";
import { $, make, setText, setAttribute, show, keyed, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { forget, keep, kept } from "./kept.js";
import { Keyboard } from "./keyboard.js";
import { lock } from "./lock.js";
import { Orb } from "./orb.js";
import { Wave } from "./wave.js";
import { words } from "./words.js";

const unattended = 120_000; // ms without a touch until the page is closed again
const pause = 250; // ms after the last key until the text is sent
const text = words.assistant;

class Assistant {
  constructor(key) {
    this.key = key;
    this.state = { state: "idle", messages: [] };
    this.revision = null;
    for (const [id, value] of [["assistant-lists", text.lists], ["assistant-new", text.begin], ["draft-label", text.label],
      ["send", text.send], ["retry", text.retry], ["append", text.append], ["discard", text.discard],
      ["stop", text.stop], ["threads-title", text.threads], ["saved-title", text.saved], ["lists-close", text.close]]) {
      setText($(id), value);
    }
    $("draft").placeholder = text.label;
    $("messages").setAttribute("aria-label", text.messages);
    sign($("orb"), "microphone");
    setAttribute($("orb"), "aria-label", text.hold);
    for (const id of ["assistant-lists", "assistant-new", "talk-area"]) show($(id), true);
    this.wave = new Wave($("orb-wave"));
    this.orb = new Orb($("orb"), (action) => {
      if (action.pressed) this.flush();
      this.act(action);
    });
    const touch = (id, run) => $(id).addEventListener("click", run);
    touch("send", () => this.send());
    touch("retry", () => this.act({ retried: {} }));
    touch("discard", () => this.act({ discarded: {} }));
    touch("stop", () => this.act({ stopped: {} }));
    touch("append", () => this.append());
    this.keyboard = new Keyboard($("assistant-keys"), $("draft"), { close: () => this.showKeys(false) });
    sign($("keys"), "keyboard", words.keyboard.title);
    touch("keys", () => this.showKeys($("assistant-keys").hidden));
    // A finger has no keyboard; a mouse has one beside it.
    $("draft").addEventListener("pointerdown", ({ pointerType }) => {
      if (pointerType === "touch") this.showKeys(true);
    });
    touch("assistant-new", () => this.act({ begin: {} }));
    touch("assistant-lists", () => openDialog($("lists")));
    touch("lists-close", () => closeDialog($("lists")));
    $("draft").addEventListener("input", () => this.typed());
    $("draft").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.send();
    });
    this.desk = new Desk("/assistant", {
      snapshot: (state) => this.draw(state),
      level: (decibels) => this.level(decibels),
      online: (isOnline) => { if (!isOnline) this.say(text.away, true); },
    }, {
      kept: () => kept("thread")?.toString(),
      isKept: true,
      headers: () => (this.key ? { "X-Brews-Staff": this.key } : {}),
      // The staff's key has expired.
      refused: (status) => { if (status === 401) location.reload(); },
    });
    this.media = new Media({ act: (action) => this.desk.act(action), address: (name) => this.desk.file(name),
      say: (sentence, isAlert) => this.say(sentence, isAlert) });
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.touched(), { passive: true });
    this.touched();
  }

  touched() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.act({ begin: {} });
      await this.act({ discarded: {} });
      forget();
      location.reload();
    }, unattended);
  }

  async act(action) {
    const answer = await this.desk.act(action);
    if (!answer?.done) this.say(text.away, true);
    return answer?.done === true;
  }

  // The message

  typed() {
    keep("draft", $("draft").value);
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.flush(), pause);
    this.tools();
  }

  // The kiosk gets what was typed before anything else happens to the message.
  flush() {
    clearTimeout(this.typing);
    if (!$("draft").readOnly) this.act({ edited: { text: $("draft").value } });
  }

  send() {
    this.flush();
    this.act({ sent: {} });
  }

  // The keyboard goes on behind what was said.
  append() {
    const field = $("draft");
    if (field.value !== "" && !/\s$/.test(field.value)) {
      field.value += " ";
      this.typed();
    }
    this.showKeys(true);
    this.keyboard.focus();
  }

  showKeys(isShown) {
    show($("assistant-keys"), isShown);
    setAttribute($("keys"), "aria-expanded", String(isShown));
    document.documentElement.dataset.keys = isShown ? "open" : "closed";
    $("messages").scrollTop = $("messages").scrollHeight;
    if (isShown) $("draft").focus();
    else $("keys").focus();
  }

  level(decibels) {
    this.wave.push(decibels);
    $("orb").style.setProperty("--level", Math.max(0, Math.min(1, (decibels + 60) / 50)).toFixed(3));
  }

  // Drawing

  draw(state) {
    const isNew = state.state !== this.state.state;
    this.state = state;
    document.documentElement.dataset.assistant = state.state;
    keep("thread", state.thread);
    this.drawDraft(state);
    this.media.draw(state.media, { hasVoice: state.hasVoice, isIdle: state.state === "idle" });
    show($("orb"), state.hasVoice);
    setAttribute($("orb"), "aria-disabled", state.canListen ? null : "true");
    setAttribute($("orb"), "aria-pressed", String(state.state === "listening"));
    if (isNew && state.state !== "listening") {
      this.wave.clear();
      $("orb").style.setProperty("--level", "0");
    }
    const [message, isAlert] = this.message(state);
    this.say(message, isAlert);
    this.drawMessages(state);
    this.drawLists(state);
    this.tools();
  }

  // While somebody speaks, the field shows what is heard. Otherwise it is the person's, until the kiosk changes the text.
  drawDraft({ state, partial, text: draft, revision }) {
    const field = $("draft"), isHearing = state === "listening" || state === "recognizing";
    if (this.revision === null || revision < this.revision) {
      // The page is new, or the kiosk has forgotten it; it may never have got what was typed.
      const stored = kept("draft") ?? "";
      this.revision = revision;
      field.value = draft || stored;
      if (field.value !== draft) this.typed();
    }
    const isOther = revision !== this.revision || this.wasHearing;
    [this.revision, this.wasHearing] = [revision, isHearing];
    field.readOnly = isHearing;
    if (isHearing) {
      field.value = [draft, partial].filter((each) => each).join(" ");
    } else if (isOther) {
      field.value = draft;
      keep("draft", draft);
      clearTimeout(this.typing);
    }
  }

  message({ state, failure, caption, isKeepingRefused, isMediaRefused, hasVoice, canListen, microphone }) {
    if (caption) return [caption, false];
    if (isKeepingRefused) return [text.notKept, true];
    if (isMediaRefused) return [text.media.notKept, true];
    const isDenied = microphone === "denied";
    if (failure) return [text.failures[failure === "microphone" && isDenied ? "denied" : failure] ?? text.away, true];
    if (state === "idle" && isDenied) return [text.failures.denied, false];
    if (state === "idle") return [!hasVoice || canListen ? "" : text.failures.microphone, false];
    return [text.states[state] ?? "", false];
  }

  say(message, isAlert) {
    setText($("assistant-state"), message);
    $("assistant-state").classList.toggle("is-alert", isAlert);
  }

  drawMessages({ messages, saved }) {
    const list = $("messages"), count = () => list.querySelectorAll(".message, .medium").length, before = count();
    const isSaved = (message) => saved.some((one) => one.text === message.text && one.source === message.source);
    const rows = messages.length > 0 ? messages.map((message, index) => ({ ...message, index }))
      : [{ author: "none", index: "none" }];
    keyed(list, rows, (row) => `${row.index} ${row.author} ${row.text}`, (row) => this.row(row), (node, row) => {
      if (row.media) this.media.drawRow(node.querySelector(".message-media"), row.media);
      const button = node.querySelector(".message-foot button");
      if (!button) return;
      setText(button, isSaved(row) ? text.isSaved : text.save);
      button.disabled = isSaved(row);
      setAttribute(button, "aria-label", `${button.textContent}: ${row.text}`);
    });
    if (count() > before) list.scrollTop = list.scrollHeight;
  }

  row(row) {
    if (row.author === "none") return make("p", { class: "message-none", text: text.intro });
    return make("div", { class: `message ${row.author}` },
      make("p", { class: "message-text", text: row.text }),
      make("div", { class: "message-media" }),
      row.transcript ? make("p", { class: "message-raw", text: text.heard(row.transcript) }) : null,
      row.author === "assistant" ? make("div", { class: "message-foot" },
        make("span", { class: "message-source", text: text.sources[row.source] ?? row.source }),
        make("button", { class: "quiet", type: "button", onclick: () => this.act({ save: { message: row.index } }) })) : null);
  }

  drawLists({ thread, threads, saved }) {
    keyed($("threads"), threads, (one) => one.id, (one) => this.listRow(one.title, () => {
      closeDialog($("lists"));
      this.act({ open: { thread: one.id } });
    }, () => this.act({ delete: { thread: one.id } })), (node, one) => {
      node.classList.toggle("is-open", one.id === thread);
    });
    keyed($("saved"), saved, (one) => one.id,
      (one) => this.listRow(one.text, null, () => this.act({ forget: { saved: one.id } })), () => {});
  }

  listRow(title, open, remove) {
    const button = make("button", { class: "quiet", type: "button", "aria-label": text.remove(title), onclick: remove });
    sign(button, "bin");
    return make("li", { class: "lists-row" },
      open ? make("button", { class: "quiet", type: "button", text: title, onclick: open }) : make("p", { text: title }),
      button);
  }

  tools() {
    const { state, transcript } = this.state, hasText = $("draft").value.trim() !== "";
    $("send").disabled = !hasText || state !== "idle";
    show($("retry"), Boolean(transcript) && state === "idle");
    show($("append"), Boolean(transcript) && state === "idle");
    show($("discard"), hasText && state === "idle");
    show($("stop"), state !== "idle" && state !== "armed");
  }
}

async function begin() {
  document.title = text.title;
  setText($("assistant-title"), text.title);
  setText($("assistant-back"), text.back);
  lock();
  const response = await fetch("/menu.json", { cache: "no-store", credentials: "omit" }).catch(() => null);
  if (!response?.ok) return setTimeout(begin, 1_000);
  if ((await response.json()).hasStaffPage) new Door((key) => new Assistant(key));
  else new Assistant(null);
}

begin();
