// The search page: idle, processing, results, error. Texts from the catalogue are text nodes only.

import { $, make, setText, show, clear, keyed } from "./dom.js";
import { Keyboard } from "./keyboard.js";
import { post } from "./link.js";
import { words } from "./words.js";

const unattended = 60_000; // ms without a touch until the page is the next guest's
const text = words.search;

class Search {
  constructor() {
    this.run = 0;
    this.query = "";
    this.results = [];
    this.added = new Map(); // "loading" or "done" by the item's key
    document.title = text.title;
    for (const [id, value] of [["search-title", text.title], ["search-label", text.label], ["search-go", text.go],
      ["search-again", text.tryAgain], ["search-new", text.searchAgain], ["search-back", text.back]]) {
      setText($(id), value);
    }
    $("search-text").placeholder = text.label;
    $("search-results").setAttribute("aria-label", text.results);
    $("search-examples").append(...text.examples.map((example) => make("li", {}, make("button", {
      type: "button", text: `“${example}”`, onclick: () => this.search(example),
    }))));
    new Keyboard($("search-keys"), $("search-text"), () => this.search($("search-text").value));
    $("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search($("search-text").value);
    });
    $("search-again").addEventListener("click", () => this.search(this.query));
    $("search-new").addEventListener("click", () => this.reset());
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.touched(), { passive: true });
    this.touched();
    this.reset();
  }

  touched() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.added.clear();
      this.reset();
    }, unattended);
  }

  enter(state, message = "") {
    document.documentElement.dataset.search = state;
    setText($("search-state"), message);
    show($("search-start"), state === "idle");
    show($("search-failed"), state === "error");
    show($("search-results"), state === "results" && this.results.length > 0);
    show($("search-new"), state === "results");
    const count = [...this.added.values()].filter((each) => each === "done").length;
    setText($("search-list"), count > 0 ? text.listed(count) : "");
  }

  reset() {
    this.run += 1;
    this.query = "";
    this.results = [];
    $("search-text").value = "";
    clear($("search-results"));
    this.enter("idle");
  }

  async search(asked) {
    const query = asked.trim();
    if (query === "") return;
    const run = (this.run += 1);
    this.query = query;
    $("search-text").value = query;
    this.enter("processing", text.searching);
    try {
      const response = await post("/search.json", { query });
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      if (run !== this.run) return;
      this.results = answer.results;
      this.draw();
      this.enter("results", this.results.length > 0 ? text.found(this.results.length, query) : text.nothing(query));
    } catch {
      if (run === this.run) this.enter("error", text.failed);
    }
  }

  draw() {
    const list = $("search-results");
    clear(list);
    keyed(list, this.results, (item) => item.key, (item) => this.card(item), (card, item) => this.update(card, item));
    list.scrollTop = 0;
  }

  card(item) {
    const details = [item.year, item.place, item.price, item.identifier].filter((each) => each);
    return make("li", { class: "result" },
      make("div", { class: "result-sign", "aria-hidden": "true", text: [...item.title][0] ?? "" }),
      make("p", { class: "result-title", text: item.title }),
      make("p", { class: "result-by", text: item.by }),
      make("p", { class: "result-more" },
        make("span", { class: "result-badge", text: text.kinds[item.kind] ?? item.kind }),
        ...details.map((each) => make("span", { text: each }))),
      make("button", { class: "primary", type: "button", onclick: () => this.add(item) }));
  }

  update(card, item) {
    const button = card.querySelector("button");
    const state = this.added.get(item.key);
    setText(button, !item.isAvailable ? text.unavailable : state === "loading" ? text.adding : state === "done" ? text.added
      : item.kind === "menu" ? text.order : text.add);
    button.disabled = !item.isAvailable || state !== undefined;
    button.setAttribute("aria-label", `${button.textContent}: ${item.title}`);
  }

  async add(item) {
    if (this.added.has(item.key)) return;
    this.added.set(item.key, "loading");
    this.draw();
    try {
      if (item.kind === "menu") {
        await this.act({ startSilently: {} });
        await this.act({ add: { itemId: item.itemId, quantity: 1, options: [] } });
      }
      this.added.set(item.key, "done");
    } catch {
      this.added.delete(item.key);
      this.enter("results", text.notAdded);
      return this.draw();
    }
    this.enter("results", text.wasAdded(item.title));
    this.draw();
  }

  async act(action) {
    const response = await post("/action", action);
    const answer = response.ok ? await response.json() : null;
    if (!answer || answer.refused) throw new Error("refused");
  }
}

new Search();
