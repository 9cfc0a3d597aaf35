// The owner's menu on the staff page: what is sold out, and prices.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { words } from "./words.js";

const text = words.staff.menu;

export class OwnerMenu {
  // `act` sends an action and resolves to an error's sentence, or to nothing.
  constructor(act) {
    this.act = act;
    this.page = null;
    this.chosen = null;
    for (const [id, name] of [["menu-title", "title"], ["menu-find-label", "find"], ["menu-say-label", "say"],
      ["menu-price-label", "price"], ["entry-none", "choose"]]) setText($(id), text[name]);
    $("menu-say").placeholder = text.example;
    $("menu-find").addEventListener("input", () => this.page && this.draw(this.page));
    $("menu-say-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    $("entry-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.setPrice($("menu-price").value);
    });
    const button = (place, name, kind, run) => {
      const node = make("button", { type: run ? "button" : "submit", class: kind, text: text[name],
        data: { menuAction: name }, onclick: run ?? null });
      $(place).append(node);
      return node;
    };
    button("menu-say-choices", "tell", "primary");
    this.todayButton = button("entry-sold-out", "soldOutToday", "primary large",
      () => this.run({ soldOut: { key: this.chosen, isToday: true } }));
    this.soldOutButton = button("entry-sold-out", "soldOut", "secondary",
      () => this.run({ soldOut: { key: this.chosen, isToday: false } }));
    this.backButton = button("entry-sold-out", "back", "primary large", () => this.run({ back: { key: this.chosen } }));
    button("entry-price", "setPrice", "secondary");
    this.resetButton = button("entry-price", "resetPrice", "secondary", () => this.setPrice(""));
    setText($("suggests-label"), text.suggests);
    $("suggests-on").addEventListener("change", () => this.run({ suggestions: { isOn: $("suggests-on").checked } }));
    this.choose(null);
  }

  draw(page) {
    this.page = page;
    const sought = $("menu-find").value.trim().toLowerCase();
    const found = page.entries.filter((entry) => `${entry.name} ${entry.section}`.toLowerCase().includes(sought));
    keyed($("menu-list"), found, (entry) => entry.key, (entry) => this.row(entry), (node, entry) => {
      const isChosen = entry.key === this.chosen;
      setAttribute(node.firstElementChild, "aria-pressed", String(isChosen));
      node.classList.toggle("is-chosen", isChosen);
      setText(node.querySelector(".entry-name"), entry.name);
      setText(node.querySelector(".entry-section"), entry.section);
      setText(node.querySelector(".entry-price"), entry.price);
      setText(node.querySelector(".entry-mark"), this.mark(entry));
    });
    show($("suggests"), typeof page.suggests === "boolean");
    $("suggests-on").checked = page.suggests === true;
    setText($("menu-notice"), page.problem ?? (page.isWaiting ? text.waiting : ""));
    this.drawEntry();
  }

  mark(entry) {
    const marks = [];
    if (entry.isMarked) marks.push(entry.until ? text.until(entry.until) : text.isSoldOut);
    else if (!entry.isAvailable) marks.push(text.isAway);
    if (entry.priceOfFile) marks.push(text.insteadOf(entry.priceOfFile));
    return marks.join(" · ");
  }

  row({ key }) {
    return make("li", { class: "entry-row" },
      make("button", { type: "button", class: "entry", onclick: () => this.choose(key) },
        make("span", { class: "entry-name" }), make("span", { class: "entry-price" }),
        make("span", { class: "entry-section" }), make("span", { class: "entry-mark" })));
  }

  choose(key) {
    this.chosen = key;
    $("menu-price").value = "";
    setText($("menu-alert"), "");
    if (this.page) this.draw(this.page);
    else this.drawEntry();
  }

  drawEntry() {
    const entry = this.page?.entries.find((one) => one.key === this.chosen);
    show($("entry-form"), Boolean(entry));
    show($("entry-none"), !entry);
    setText($("entry-title"), entry?.name ?? text.edit);
    if (!entry) return;
    $("menu-price").placeholder = entry.price;
    show(this.todayButton, !entry.isMarked);
    show(this.soldOutButton, !entry.isMarked);
    show(this.backButton, entry.isMarked);
    show(this.resetButton, Boolean(entry.priceOfFile));
  }

  async say() {
    const sentence = $("menu-say").value.trim();
    if (sentence && !await this.run({ say: { text: sentence } })) $("menu-say").value = "";
  }

  async setPrice(amount) {
    if (!await this.run({ price: { key: this.chosen, amount } })) $("menu-price").value = "";
  }

  // Resolves to an error's sentence, or to nothing.
  async run(action) {
    setText($("menu-alert"), "");
    const reason = await this.act(action);
    setText($("menu-alert"), reason);
    return reason;
  }
}
