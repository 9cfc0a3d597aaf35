// One item with its options: what is chosen here is on the page alone until it is added.

import { $, make, setText, setAttribute, show, clear, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { post } from "./link.js";
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
    const fewer = make("button", { type: "button", class: "step", "data-step": "fewer", onclick: () => this.count(-1) });
    const more = make("button", { type: "button", class: "step", "data-step": "more", onclick: () => this.count(1) });
    sign(fewer, "minus");
    sign(more, "plus");
    this.quantityText = make("output", { class: "quantity" });
    $("sheet-quantity").append(fewer, this.quantityText, more);
  }

  // Opens for an item of the menu, or for a line of the order whose options may change.
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
      this.chosen.get(option.group).set(option.id, { amount: option.amount ?? undefined, count: option.count ?? undefined });
    }
    setText($("sheet-title"), item.name);
    setText($("sheet-alert"), "");
    setAttribute($("sheet-quantity").querySelector("[data-step=fewer]"), "aria-label", words.order.fewer(item.name));
    setAttribute($("sheet-quantity").querySelector("[data-step=more]"), "aria-label", words.order.more(item.name));
    // A line's quantity is changed on the line.
    show($("sheet-quantity"), line === null);
    clear($("groups"));
    this.parts = item.groups.map((id) => this.group(this.page.groups.get(id))).filter(Boolean);
    $("groups").append(...this.parts.map((part) => part.node));
    this.draw();
    // Until the kiosk has named the price of what is chosen, the item's own stands there.
    setText($("sheet-add"), line ? words.sheet.save(line.price.text) : words.sheet.add(item.price.text));
    openDialog($("sheet"));
    $("groups").scrollTop = 0;
    this.price();
  }

  close() {
    closeDialog($("sheet"));
    this.forget();
  }

  // Not even a closed sheet knows what was chosen on it.
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
        { type: "button", class: "option", data: { option: option.id }, onclick: () => this.choose(group, option) },
        make("span", { class: "option-name", text: option.name }),
        make("span", { class: "option-notes", text: [extra, option.allergens.join(", ")].filter(Boolean).join(" · ") }),
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
        make("button", { type: "button", class: "amount", text: words.sheet.amounts[amount], data: { amount }, onclick: () => this.measure(group, option, amount) }),
      ),
    );
  }

  // Whether it is in what is ordered: chosen, and not as none of it.
  takes(group, option) {
    const choice = this.chosen.get(group.id).get(option.id);
    return choice !== undefined && choice.amount !== "none";
  }

  choose(group, option) {
    const chosen = this.chosen.get(group.id);
    if (this.takes(group, option)) {
      // One of a group that needs one stays.
      if (!(group.select === "one" && (this.item.required.includes(group.id) || group.id in this.item.defaults))) chosen.delete(option.id);
    } else {
      if (group.select === "one") chosen.clear();
      chosen.set(option.id, {});
    }
    setText($("sheet-alert"), "");
    this.draw();
    this.price();
  }

  measure(group, option, amount) {
    // A number that was said stands with the regular amount, for numbers cannot be touched.
    const count = this.line?.options.find((each) => each.group === group.id && each.id === option.id)?.count ?? undefined;
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
        for (const each of how.querySelectorAll(".amount")) setAttribute(each, "aria-pressed", each.dataset.amount === (choice?.amount ?? "regular"));
      }
    }
    setText(this.quantityText, this.quantity);
    this.notes();
  }

  // The allergens are the item's own, but for those an option frees it of, and those of what is chosen; what is taken off takes its own along.
  notes() {
    const { item } = this;
    const taken = this.parts.flatMap(({ group, options }) => options.map(({ option }) => option).filter((option) => this.takes(group, option)));
    const freeOf = taken.flatMap((option) => option.freeOf);
    const own = item.ownAllergens.filter((allergen) => !freeOf.includes(allergen));
    const allergens = [...new Set([...own, ...taken.flatMap((option) => option.allergens)])];
    const notes = [item.price.text];
    if (allergens.length) notes.push(words.item.contains(allergens));
    if (item.touchOnly) notes.push(words.item.touchOnly);
    setText($("sheet-notes"), notes.join(" · "));
  }

  // What is not the menu's default. For the kiosk, whatever is named of a group stands in its default's place: so beside others the default is named
  // too, and so is that it was taken off.
  options() {
    const all = [];
    for (const [group, chosen] of this.chosen) {
      const usual = this.item.defaults[group];
      for (const [id, { amount, count }] of chosen) {
        if (id === usual && chosen.size === 1 && !amount && !count) continue;
        all.push({ group, id, ...(amount ? { amount } : {}), ...(count ? { count } : {}) });
      }
      if (usual !== undefined && !chosen.has(usual) && this.page.groups.get(group)?.select === "many") all.push({ group, id: usual, amount: "none" });
    }
    return all;
  }

  // The price is the kiosk's to say; the newest answer counts.
  async price() {
    const item = this.item;
    const number = (this.asked = (this.asked ?? 0) + 1);
    const add = { itemId: item.id, quantity: this.quantity, options: this.options() };
    let text = item.price.text;
    try {
      const response = await post("/quote", { add });
      if (response.ok) text = (await response.json()).text;
    } catch {
      // The item's own price stays; the order has the right one.
    }
    if (number !== this.asked || this.item !== item) return;
    setText($("sheet-add"), this.line ? words.sheet.save(text) : words.sheet.add(text));
  }

  finish() {
    const { item, line } = this;
    if (!item) return;
    const missing = this.parts.find(({ group }) => item.required.includes(group.id) && this.chosen.get(group.id).size === 0);
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
