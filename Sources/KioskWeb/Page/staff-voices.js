// The choice of the kiosk's voice on the staff page.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { words } from "./words.js";

const text = words.staff.voices;
const settings = ["rate", "pitch", "volume"];
const areSame = (one, other) => ["voice", ...settings].every((name) => one?.[name] === other?.[name]);

export class Voices {
  // `act` sends an action and resolves to an error's sentence, or to nothing.
  constructor(act) {
    this.act = act;
    this.list = null;
    this.tuning = null;
    for (const [id, name] of [["voices-title", "title"], ["voices-language-label", "language"],
      ["voices-all-label", "showHidden"], ["tuning-title", "tuning"]]) setText($(id), text[name]);
    $("voices-language").addEventListener("change", () => this.drawList());
    $("voices-all").addEventListener("change", () => this.drawList());
    for (const name of settings) this.slider(name);
    const button = (name, kind, action, place = "voices-choices") => {
      const node = make("button", { type: "button", class: kind, text: text[name], data: { voiceAction: name },
        onclick: () => this.run(action()) });
      $(place).append(node);
      return node;
    };
    this.useButton = button("use", "primary large", () => ({ use: { tuning: this.tuning } }));
    button("play", "secondary", () => ({ play: { tuning: this.tuning } }));
    this.muteButton = button("mute", "secondary", () => ({ mute: { isMuted: !this.list.isMuted } }),
      "voices-mute");
    this.resetButton = button("reset", "secondary", () => ({ reset: {} }));
  }

  slider(name) {
    const input = make("input", { type: "range", id: `voice-${name}`, step: 1 });
    const value = make("output", { for: `voice-${name}` });
    input.addEventListener("input", () => {
      this.tuning = { ...this.tuning, [name]: Number(input.value) };
      this.drawTuning();
    });
    $("sliders").append(make("label", { class: "slider" }, make("span", { text: text[name] }), value, input));
  }

  // Keeps what was set but not used yet while the list is asked for again.
  draw(list) {
    const before = this.list;
    this.list = list;
    if (!this.tuning || !areSame(before?.current, list.current)) this.tuning = { ...list.current };
    const languages = [...new Set(list.voices.map((voice) => this.base(voice.language)))];
    const names = new Intl.DisplayNames([document.documentElement.lang || "en"], { type: "language" });
    const own = this.base(list.language);
    const wanted = languages.includes(own) ? [own, ...languages.filter((language) => language !== own)] : languages;
    if ($("voices-language").dataset.key !== wanted.join()) {
      $("voices-language").dataset.key = wanted.join();
      $("voices-language").replaceChildren(make("option", { value: "", text: text.allLanguages }),
        ...wanted.map((language) => make("option", { value: language, text: this.name(names, language) })));
      $("voices-language").value = languages.includes(own) ? own : "";
    }
    this.drawList();
    this.drawTuning();
  }

  base(language) {
    return language.split("-")[0].toLowerCase();
  }

  name(names, language) {
    try {
      return names.of(language) ?? language;
    } catch {
      return language;
    }
  }

  drawList() {
    const language = $("voices-language").value, all = $("voices-all").checked;
    const shown = this.list.voices.filter((voice) => (!language || this.base(voice.language) === language)
      && (all || !voice.isHidden || voice.voice === this.list.current.voice));
    keyed($("voice-list"), shown, (voice) => voice.voice, (voice) => this.row(voice), (node, voice) => {
      node.classList.toggle("is-hidden", voice.isHidden);
      const isChosen = voice.voice === this.tuning.voice;
      node.classList.toggle("is-chosen", isChosen);
      setAttribute(node.querySelector(".voice-name"), "aria-pressed", String(isChosen));
      setText(node.querySelector(".voice-use"), voice.voice === this.list.current.voice ? text.inUse : "");
      setText(node.querySelector(".voice-hide"), voice.isHidden ? text.showVoice : text.hide);
    });
  }

  row({ voice, name, language, engine }) {
    return make("li", { class: "voice-row" },
      make("button", { type: "button", class: "voice-play", "aria-label": text.playVoice(name), text: "▶",
        onclick: () => {
          this.choose(voice);
          this.run({ play: { tuning: this.tuning } });
        } }),
      make("button", { type: "button", class: "voice-name", onclick: () => this.choose(voice) },
        make("span", { class: "voice-title", text: name }),
        make("span", { class: "voice-detail", text: `${language} · ${engine}` })),
      make("span", { class: "voice-use" }),
      make("button", { type: "button", class: "quiet voice-hide", onclick: () => this.hide(voice) }));
  }

  choose(voice) {
    this.tuning = { ...this.tuning, voice };
    this.drawList();
    this.drawTuning();
  }

  hide(voice) {
    const isHidden = this.list.voices.find((other) => other.voice === voice)?.isHidden ?? false;
    this.run({ hide: { voice, isHidden: !isHidden } });
  }

  drawTuning() {
    const voice = this.list.voices.find((other) => other.voice === this.tuning.voice);
    setText($("tuning-name"), voice ? `${voice.name} · ${voice.language} · ${voice.engine}` : this.tuning.voice);
    for (const name of settings) {
      const input = $(`voice-${name}`), [least, most] = this.list.ranges[name];
      setAttribute(input, "min", least);
      setAttribute(input, "max", most);
      input.value = this.tuning[name];
      input.disabled = name === "pitch" && voice?.engine === "piper";
      setAttribute(input, "aria-valuetext", text.values[name](this.tuning[name]));
      setText(input.previousElementSibling, text.values[name](this.tuning[name]));
    }
    const isUsed = areSame(this.tuning, this.list.current);
    this.useButton.disabled = isUsed;
    show(this.resetButton, !this.list.isStandard);
    setText(this.muteButton, this.list.isMuted ? text.unmute : text.mute);
    setAttribute(this.muteButton, "aria-pressed", String(this.list.isMuted));
    setText($("tuning-note"), this.list.isMuted ? text.isMuted : isUsed ? text.isUsed : text.isNotUsed);
  }

  async run(action) {
    setText($("voices-alert"), "");
    setText($("voices-alert"), await this.act(action));
  }
}
