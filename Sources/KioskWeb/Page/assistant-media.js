// Pictures and recordings of the assistant's messages: of the one that is being composed, and of those in the thread.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { sign } from "./icons.js";
import { PictureButton, sendPicture } from "./picture.js";
import { words } from "./words.js";

const text = words.assistant.media;

// Plays one recording at a time.
class Player {
  async play(address) {
    this.stop();
    this.context ??= new AudioContext();
    const response = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (!response.ok) return;
    const source = this.context.createBufferSource();
    source.buffer = await this.context.decodeAudioData(await response.arrayBuffer());
    source.connect(this.context.destination);
    source.start();
    this.source = source;
  }

  stop() {
    this.source?.stop();
    this.source = null;
  }
}

export class Media {
  // act(action) sends an action; address(name) is where a file of the session is; say(sentence) shows a problem.
  constructor({ act, address, say }) {
    this.act = act;
    this.address = address;
    this.say = say;
    this.player = new Player();
    setText($("keep-voice-label"), text.keepVoice);
    $("keep-voice").addEventListener("change", () => act({ keepVoice: { isOn: $("keep-voice").checked } }));
    sign($("draft-picture-remove"), "bin");
    setAttribute($("draft-picture-remove"), "aria-label", text.remove(text.picture));
    $("draft-picture-remove").addEventListener("click", () => act({ detach: {} }));
    $("draft-picture-image").alt = text.picture;
    new PictureButton($("attach"), { choose: text.add, take: (blob) => this.attach(blob),
      fail: (sentence) => say(sentence, true) });
  }

  async attach(blob) {
    if (!await sendPicture(blob, (part) => this.act({ attach: { part } }))) this.say(words.picture.bad, true);
  }

  // The message that is being composed.
  draw({ picture, keepsVoice, voiceSeconds }, { hasVoice, isIdle }) {
    show($("draft-picture"), Boolean(picture));
    if (picture) setAttribute($("draft-picture-image"), "src", this.address(picture));
    show($("keep-voice-row"), hasVoice);
    $("keep-voice").checked = keepsVoice;
    setText($("keep-voice-label"), voiceSeconds > 0 ? text.keptVoice(Math.ceil(voiceSeconds)) : text.keepVoice);
    $("attach").disabled = !isIdle;
  }

  // The files of a message, in their place of its row.
  drawRow(place, media) {
    keyed(place, media, (one) => one.id, (one) => (one.kind === "picture" ? this.picture(one) : this.sound(one)),
      () => {});
  }

  picture({ id }) {
    const button = make("button", { class: "thumbnail", type: "button", "aria-label": text.enlarge,
      "aria-expanded": "false", onclick: () => {
        const isLarge = button.classList.toggle("is-large");
        setAttribute(button, "aria-expanded", String(isLarge));
      } }, make("img", { src: this.address(id), alt: "" }));
    return make("div", { class: "medium" }, button, this.bin(id, text.picture));
  }

  sound({ id }) {
    const button = make("button", { class: "quiet", type: "button",
      onclick: () => this.player.play(this.address(id)).catch(() => this.say(text.notPlayed, true)) });
    sign(button, "speaking", text.play);
    return make("div", { class: "medium" }, button, this.bin(id, text.sound));
  }

  bin(id, name) {
    const button = make("button", { class: "quiet", type: "button", "aria-label": text.remove(name),
      onclick: () => {
        this.player.stop();
        this.act({ deleteMedia: { media: id } });
      } });
    sign(button, "bin");
    return button;
  }
}
