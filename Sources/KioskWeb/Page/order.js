// The order: the live preview as cards, and the order's lines.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { icon, sign } from "./icons.js";
import { words } from "./words.js";

// The elements that both kinds of card have; update fills them in place.
function card(kind) {
  const name = make("span", { class: "card-name" });
  const price = make("span", { class: "card-price" });
  const options = make("ul", { class: "chips" });
  const node = make("li", { class: `card ${kind}` }, make("div", { class: "card-head" }, name, price), options);
  node.parts = { name, price, options };
  return node;
}

function fill(node, item) {
  const { name, price, options } = node.parts;
  setText(name, item.quantity === 1 ? item.name : `${item.quantity} × ${item.name}`);
  setText(price, item.price.text);
  setAttribute(node, "aria-label", `${item.description}, ${item.price.text}`);
  keyed(options, item.options.map((option, index) => ({ option, index })),
    ({ option, index }) => `${option.group} ${option.id} ${index}`,
    () => make("li", { class: "chip" }),
    (chip, { option }) => setText(chip, words.option(option.name, option.amount, option.count)));
  show(options, item.options.length > 0);
}

export class OrderView {
  constructor(page) {
    this.page = page;
    setText($("order-title"), words.order.title);
    setText($("total-label"), words.order.total);
    setText($("checkout"), words.order.checkout);
    setText($("confirmation-total-label"), words.confirmation.total);
    $("checkout").addEventListener("click", () => this.page.act({ checkout: {} }));
  }

  draw(snapshot) {
    const isOrdering = snapshot.screen === "ordering";
    const isConfirming = snapshot.screen === "confirmation";
    const { preview, cart } = snapshot;
    show($("order"), isOrdering);
    this.avoids($("avoids"), isOrdering ? snapshot.avoids : []);
    this.avoids($("summary-avoids"), isConfirming ? snapshot.avoids : []);
    keyed($("preview"), preview, (item) => item.id, () => this.previewCard(), fill);
    keyed($("cart"), isOrdering ? cart : [], (item) => item.id, (item) => this.line(item),
      (node, item) => this.fillLine(node, item));
    keyed($("summary"), isConfirming ? cart : [], (item) => item.id, () => card("stands"), fill);
    show($("preview"), preview.length > 0);
    this.bringIntoSight(isOrdering ? cart.length : 0, preview.length > 0);
    const isSilent = ["off", "unavailable"].includes(snapshot.microphone.state);
    setText($("empty"), isOrdering ? (isSilent ? words.order.emptySilent : words.order.empty) : "");
    show($("empty"), cart.length === 0 && preview.length === 0);
    setText($("total"), cart.length ? snapshot.total.text : "");
    setText($("confirmation-total"), isConfirming ? snapshot.total.text : "");
    show($("total").parentElement, cart.length > 0);
    $("checkout").disabled = cart.length === 0;
  }

  // What is being said, the line in question and a new line are in sight, once the page is laid out.
  bringIntoSight(count, isHearing) {
    const isNew = this.count > 0 && count === this.count + 1;
    const node = this.asked ?? (isNew ? $("cart").lastElementChild : null);
    if (isHearing && !this.isHearing) requestAnimationFrame(() => ($("lines").scrollTop = 0));
    else if (node) requestAnimationFrame(() => node.scrollIntoView({ block: "nearest" }));
    [this.asked, this.count, this.isHearing] = [null, count, isHearing];
  }

  wipe() {
    $("lines").scrollTop = 0;
  }

  // Allergies and diets that the guest named for the whole order.
  avoids(list, avoids) {
    show(list, avoids.length > 0);
    keyed(list, avoids, (each) => each.id, () => {
      const text = make("span");
      const mark = make("li", { class: "avoid" }, icon("warning"), text);
      mark.text = text;
      return mark;
    }, (mark, each) => setText(mark.text, each.label));
  }

  previewCard() {
    const node = card("comes");
    node.prepend(make("span", { class: "card-mark", text: words.order.hearing }));
    return node;
  }

  line(item) {
    const node = card("stands");
    const current = () => this.page.snapshot.cart.find((each) => each.id === item.id);
    const count = (step) => {
      const line = current();
      if (line) this.page.act({ setQuantity: { line: line.id, quantity: line.quantity + step } });
    };
    const fewer = make("button", { type: "button", class: "step", onclick: () => count(-1) });
    const more = make("button", { type: "button", class: "step", onclick: () => count(1) });
    const change = make("button", { type: "button", class: "quiet", text: words.order.change,
      onclick: () => this.change(current()) });
    const remove = make("button", { type: "button", class: "quiet",
      onclick: () => this.page.act({ remove: { line: item.id } }) });
    sign(fewer, "minus");
    sign(more, "plus");
    sign(remove, "bin", words.order.remove);
    const quantity = make("span", { class: "quantity" });
    const open = make("p", { class: "card-open", text: words.order.inQuestion });
    node.append(open, make("div", { class: "card-foot" }, make("div", { class: "stepper" }, fewer, quantity, more),
      change, remove));
    Object.assign(node.parts, { fewer, more, change, remove, quantity, open });
    return node;
  }

  fillLine(node, item) {
    fill(node, item);
    const { fewer, more, change, remove, quantity, open } = node.parts;
    setText(node.parts.name, item.name);
    setText(quantity, item.quantity);
    setAttribute(fewer, "aria-label", words.order.fewer(item.name));
    setAttribute(more, "aria-label", words.order.more(item.name));
    setAttribute(change, "aria-label", words.order.changeLabel(item.name));
    setAttribute(remove, "aria-label", words.order.removeLabel(item.name));
    const menuItem = this.page.items.get(item.itemId);
    fewer.disabled = item.quantity <= 1;
    more.disabled = menuItem !== undefined && item.quantity >= menuItem.maxQuantity;
    show(change, (menuItem?.groups.length ?? 0) > 0);
    show(open, item.isInQuestion);
    if (item.isInQuestion && !node.classList.contains("is-in-question")) this.asked = node;
    node.classList.toggle("is-in-question", item.isInQuestion);
    node.classList.toggle("is-leaving", item.isLeaving);
  }

  change(line) {
    const item = line && this.page.items.get(line.itemId);
    if (item) this.page.sheet.open(item, line);
  }
}

