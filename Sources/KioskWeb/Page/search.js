// The search page: idle, listening, processing, results, error. The kiosk has the state, this page draws it. Texts from
// the catalogue are text nodes only.

import { Desk } from "./desk.js";
import { $, make, setText, show, keyed } from "./dom.js";
import { sign } from "./icons.js";
import { forget, keep, kept } from "./kept.js";
import { Keyboard } from "./keyboard.js";
import { lock } from "./lock.js";
import { PictureButton, sendPicture } from "./picture.js";
import { card, update } from "./search-card.js";
import { ReadingList } from "./search-list.js";
import { Wave } from "./wave.js";
import { words } from "./words.js";

const unattended = 60_000; // ms without a touch until the page is the next guest's
const attentive = 10_000; // ms between reports of touches
const text = words.search;

class Search {
  constructor() {
    this.state = { state: "idle", results: [], entries: [] };
    this.query = "";
    document.title = text.title;
    for (const [id, value] of [["search-title", text.title], ["search-label", text.label], ["search-go", text.go],
      ["search-again", text.tryAgain], ["search-new", text.searchAgain], ["search-back", text.back],
      ["search-stop", text.stop], ["search-cancel", text.cancel]]) setText($(id), value);
    $("search-text").placeholder = text.label;
    $("search-results").setAttribute("aria-label", text.results);
    sign($("search-talk"), "microphone", text.speak);
    $("search-examples").append(...text.examples.map((example) => make("li", {}, make("button", {
      type: "button", text: `“${example}”`, onclick: () => this.search(example),
    }))));
    new Keyboard($("search-keys"), $("search-text"), { enter: () => this.search($("search-text").value) });
    this.wave = new Wave($("search-wave"));
    $("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search($("search-text").value);
    });
    // The keyboard for a finger is on the start page.
    $("search-text").addEventListener("pointerdown", ({ pointerType }) => {
      if (pointerType === "touch" && ["results", "error"].includes(this.state.state)) this.reset();
    });
    const touch = (id, run) => $(id).addEventListener("click", run);
    touch("search-talk", () => this.speak());
    touch("search-stop", () => this.act({ stopListening: {} }));
    touch("search-cancel", () => this.act({ cancelVoiceSearch: {} }));
    touch("search-again", () => this.tryAgain());
    touch("search-new", () => this.reset());
    this.desk = new Desk("/search", {
      snapshot: (state) => this.draw(state),
      level: (decibels) => this.wave.push(decibels),
      online: (isOnline) => { if (!isOnline) this.say(text.failed); },
    }, { kept: () => kept("list") });
    this.list = new ReadingList((action) => this.act(action));
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.touched(), { passive: true });
    this.touched();
    lock();
  }

  async act(action) {
    if (!(await this.desk.act(action))?.done) this.say(text.failed);
  }

  speak() {
    this.query = "";
    this.isLooking = false;
    this.act({ startVoiceSearch: {} });
  }

  async look(blob) {
    this.query = "";
    this.isLooking = true;
    if (!await sendPicture(blob, (part) => this.desk.act({ picture: { part } }))) this.say(words.picture.bad);
  }

  tryAgain() {
    if (this.query) this.search(this.query);
    else if (this.isLooking) this.pictures.open();
    else this.speak();
  }

  search(asked) {
    const query = asked.trim();
    if (query === "") return;
    this.query = query;
    $("search-text").value = query;
    this.act({ search: { query } });
  }

  reset() {
    this.query = "";
    $("search-text").value = "";
    this.act({ reset: {} });
  }

  touched() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      forget();
      $("search-text").value = "";
      this.query = "";
      this.list.close();
      this.act({ leave: {} });
    }, unattended);
    const now = performance.now();
    if (now - (this.reported ?? 0) < attentive || !["results", "error"].includes(this.state.state)) return;
    this.reported = now;
    this.act({ stillHere: {} });
  }

  say(message) {
    setText($("search-state"), message);
  }

  draw(state) {
    const before = this.state, isNew = state.state !== before.state;
    this.state = state;
    keep("list", state.list);
    document.documentElement.dataset.search = state.state;
    if (state.query) {
      this.query = state.query;
      $("search-text").value = state.query;
    }
    show($("search-form"), state.state !== "listening");
    show($("search-talk"), state.hasVoice);
    if (state.hasPictures) {
      this.pictures ??= new PictureButton($("search-picture"), { choose: text.picture, take: (blob) => this.look(blob),
        fail: (sentence) => this.say(sentence) });
    }
    setText($("search-hint"), state.hasVoice ? text.sayOrType : text.type);
    show($("search-start"), state.state === "idle");
    show($("search-listening"), state.state === "listening");
    show($("search-failed"), state.state === "error");
    show($("search-results"), state.state === "results" && state.results.length > 0);
    show($("search-new"), state.state === "results");
    setText($("search-heard"), state.transcript || text.listening);
    this.say(this.message(state, before));
    keyed($("search-results"), state.results, (item) => item.id, (item) => card(item, (id) => this.act({ add: {
      item: id } })), update);
    this.list.draw(state);
    if (isNew) this.entered(state.state, before.state);
  }

  message(state, before) {
    if (state.isAddingRefused) return text.notAdded;
    if (state.state === "processing") return text.searching;
    if (state.state === "error" && state.problem === "microphone" && state.microphone === "denied") {
      return text.problems.denied;
    }
    if (state.state === "error") return text.problems[state.problem] ?? text.failed;
    if (state.state !== "results") return "";
    const done = (each) => each.adding === "done";
    const added = state.results.find((each) => done(each) && before.results.some((one) => one.id === each.id && !done(one)));
    if (added) return text.wasAdded(added.title);
    if (state.results.some(done) && before.state === "results") return $("search-state").textContent;
    return state.results.length > 0 ? text.found(state.results.length, state.query) : text.nothing(state.query);
  }

  // Keeps the focus on something that is shown.
  entered(state, before) {
    this.wave.clear();
    if (state === "results") $("search-results").scrollTop = 0;
    if (state === "listening") $("search-stop").focus();
    else if (before === "listening") $("search-title").focus();
  }
}

new Search();
