// One item with its options. Choices stay on the page until the item is added.

import { $, make, setText, setAttribute, show, clear, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { post } from "./link.js";
import { caloriesText } from "./pictures.js";
import { words } from "./words.js";

const amounts = ["none", "light", "regular", "extra"];

export class Sheet {
  constructor(page) {
    this.page = page;
    this.item = null;
    sign($("sheet-close"), "close", words.sheet.close);
    $("sheet-close").addEventListener("click", () => this.close());
    $("sheet-add").addEventListener("click", () => this.finish());
    $("sheet").addEventListener("close", () => this.forget());
    this.stepper();
  }

  stepper() {
    const fewer = make("button", { type: "button", class: "step", "data-step": "fewer",
      onclick: () => this.count(-1) });
    const more = make("button", { type: "button", class: "step", "data-step": "more", onclick: () => this.count(1) });
    sign(fewer, "minus");
    sign(more, "plus");
    this.quantityText = make("output", { class: "quantity" });
    $("sheet-quantity").append(fewer, this.quantityText, more);
  }

  // Opens for an item of the menu, or for a line of the order whose options can change.
  open(item, line = null) {
    this.item = item;
    this.line = line;
    this.quantity = line?.quantity ?? 1;
    this.chosen = new Map(item.groups.map((group) => [group, new Map()]));
    for (const [group, option] of Object.entries(item.defaults)) this.chosen.get(group)?.set(option, {});
    for (const option of line?.options ?? []) {
      const group = this.page.groups.get(option.group);
      if (!this.chosen.has(option.group) || !group) continue;
      if (group.select === "one") this.chosen.get(option.group).clear();
      this.chosen.get(option.group).set(option.id,
        { amount: option.amount ?? undefined, count: option.count ?? undefined });
    }
    setText($("sheet-title"), item.name);
    setText($("sheet-alert"), "");
    setAttribute($("sheet-quantity").querySelector("[data-step=fewer]"), "aria-label", words.order.fewer(item.name));
    setAttribute($("sheet-quantity").querySelector("[data-step=more]"), "aria-label", words.order.more(item.name));
    // The quantity of a line is changed on the line.
    show($("sheet-quantity"), line === null);
    clear($("groups"));
    this.parts = item.groups.map((id) => this.group(this.page.groups.get(id))).filter(Boolean);
    $("groups").append(...this.parts.map((part) => part.node));
    this.draw();
    // Shows the item's base price until the kiosk has sent the price of the chosen options.
    setText($("sheet-add"), line ? words.sheet.save(line.price.text) : words.sheet.add(item.price.text));
    openDialog($("sheet"));
    $("groups").scrollTop = 0;
    this.price();
  }

  close() {
    closeDialog($("sheet"));
    this.forget();
  }

  // A closed sheet keeps no choices.
  forget() {
    this.item = null;
    this.line = null;
    this.chosen = new Map();
    this.parts = [];
    clear($("groups"));
    for (const id of ["sheet-title", "sheet-notes", "sheet-alert", "sheet-add"]) setText($(id), "");
  }

  group(group) {
    if (!group) return null;
    const isRequired = this.item.required.includes(group.id);
    const hint = isRequired ? words.sheet.required : group.select === "one" ? words.sheet.one : words.sheet.many;
    const name = `group-${group.id}`;
    const options = group.options.map((option) => {
      const extra = option.price.minorUnits ? words.sheet.extra(option.price.text) : "";
      const button = make(
        "button",
        { type: "button", class: "option", data: { option: option.id }, "aria-disabled": option.available ? null : "true",
          onclick: () => this.choose(group, option) },
        make("span", { class: "option-name", text: option.name }),
        make("span", { class: "option-notes", text: [option.available ? extra : words.item.soldOut, this.page.terms(option.allergens).join(", ")].filter(Boolean).join(" · ") }),
      );
      const how = group.amounts ? this.amounts(group, option) : null;
      return { option, button, how };
    });
    const node = make(
      "section",
      { class: "group", role: "group", "aria-labelledby": name, data: { group: group.id } },
      make("h3", { id: name, text: group.name }),
      make("p", { class: "group-hint", text: hint }),
      make("div", { class: "options" }, ...options.map(({ button }) => button)),
      ...options.map(({ how }) => how),
    );
    return { group, node, options };
  }

  amounts(group, option) {
    return make(
      "div",
      { class: "amounts", role: "group", "aria-label": option.name, hidden: true },
      make("span", { class: "amounts-name", text: option.name }),
      ...amounts.map((amount) =>
        make("button", { type: "button", class: "amount", text: words.sheet.amounts[amount], data: { amount },
          onclick: () => this.measure(group, option, amount) }),
      ),
    );
  }

  // Whether an option is part of the order: chosen, and not with the amount "none".
  takes(group, option) {
    const choice = this.chosen.get(group.id).get(option.id);
    return choice !== undefined && choice.amount !== "none";
  }

  choose(group, option) {
    const chosen = this.chosen.get(group.id);
    if (!option.available) {
      setText($("sheet-alert"), words.item.soldOut);
      return;
    }
    if (this.takes(group, option)) {
      // A required group keeps one option.
      const isAnswered = this.item.required.includes(group.id) || group.id in this.item.defaults;
      if (!(group.select === "one" && isAnswered)) chosen.delete(option.id);
    } else {
      if (group.select === "one") chosen.clear();
      chosen.set(option.id, {});
    }
    setText($("sheet-alert"), "");
    this.draw();
    this.price();
  }

  measure(group, option, amount) {
    // A spoken number is shown as the regular amount, because numbers cannot be touched.
    const count = this.line?.options.find((each) => each.group === group.id && each.id === option.id)?.count
      ?? undefined;
    this.chosen.get(group.id).set(option.id, amount === "regular" ? { count } : { amount });
    this.draw();
    this.price();
  }

  count(step) {
    this.quantity = Math.max(1, Math.min(this.item.maxQuantity, this.quantity + step));
    this.draw();
    this.price();
  }

  draw() {
    for (const { group, node, options } of this.parts) {
      const chosen = this.chosen.get(group.id);
      node.classList.toggle("is-missing", false);
      for (const { option, button, how } of options) {
        const choice = chosen.get(option.id);
        setAttribute(button, "aria-pressed", this.takes(group, option));
        if (!how) continue;
        show(how, Boolean(choice));
        for (const each of how.querySelectorAll(".amount")) setAttribute(each, "aria-pressed",
          each.dataset.amount === (choice?.amount ?? "regular"));
      }
    }
    setText(this.quantityText, this.quantity);
    this.notes();
  }

  // Allergens of the item and the chosen options, without those that a chosen option removes. An option that is taken
  // off takes its allergens along.
  notes() {
    const { item } = this;
    const taken = this.parts.flatMap(({ group, options }) =>
      options.map(({ option }) => option).filter((option) => this.takes(group, option)));
    const freeOf = taken.flatMap((option) => option.freeOf);
    const own = item.ownAllergens.filter((allergen) => !freeOf.includes(allergen));
    const allergens = [...new Set([...own, ...taken.flatMap((option) => option.allergens)])];
    const notes = [item.price.text, caloriesText(item)].filter((each) => each);
    const avoided = allergens.filter((allergen) => this.page.avoids.includes(allergen));
    if (avoided.length) notes.push(words.item.unsuitable(this.page.terms(avoided)));
    if (allergens.length > avoided.length) notes.push(words.item.contains(this.page.terms(allergens)));
    $("sheet-notes").classList.toggle("is-unsuitable", avoided.length > 0);
    if (item.touchOnly) notes.push(words.item.touchOnly);
    setText($("sheet-notes"), notes.join(" · "));
  }

  // Choices that differ from the menu's defaults. The kiosk replaces a group's defaults by whatever is named of the
  // group; so the default is named too when other options are chosen, and so is its removal.
  options() {
    const all = [];
    for (const [group, chosen] of this.chosen) {
      const usual = this.item.defaults[group];
      for (const [id, { amount, count }] of chosen) {
        if (id === usual && chosen.size === 1 && !amount && !count) continue;
        all.push({ group, id, ...(amount ? { amount } : {}), ...(count ? { count } : {}) });
      }
      const isMany = this.page.groups.get(group)?.select === "many";
      if (usual !== undefined && !chosen.has(usual) && isMany) all.push({ group, id: usual, amount: "none" });
    }
    return all;
  }

  // The kiosk calculates the price; only the latest answer counts.
  async price() {
    const item = this.item;
    const number = (this.asked = (this.asked ?? 0) + 1);
    const add = { itemId: item.id, quantity: this.quantity, options: this.options() };
    let text = item.price.text;
    try {
      const response = await post("/quote", { add });
      if (response.ok) text = (await response.json()).text;
    } catch {
      // The base price stays; the order shows the right one.
    }
    if (number !== this.asked || this.item !== item) return;
    setText($("sheet-add"), this.line ? words.sheet.save(text) : words.sheet.add(text));
  }

  finish() {
    const { item, line } = this;
    if (!item) return;
    const missing = this.parts.find(({ group }) => item.required.includes(group.id)
      && this.chosen.get(group.id).size === 0);
    if (missing) {
      setText($("sheet-alert"), words.sheet.missing(missing.group.name));
      missing.node.classList.add("is-missing");
      missing.node.scrollIntoView({ block: "nearest" });
      missing.options[0]?.button.focus();
      return;
    }
    const options = this.options();
    const quantity = this.quantity;
    this.close();
    if (line) this.page.act({ setOptions: { line: line.id, options } });
    else this.page.act({ add: { itemId: item.id, quantity, options } });
  }
}
