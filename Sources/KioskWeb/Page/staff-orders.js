// The day's orders on the staff page: what was ordered, and what became of it.

import { $, make, setText, show, keyed } from "./dom.js";
import { OwnerHours } from "./staff-hours.js";
import { words } from "./words.js";

const text = words.staff.orders;
const marks = ["paid", "void", "refunded", "open"];
// What can become of an order that is marked so.
const next = { none: ["paid", "void"], open: ["paid", "void"], paid: ["refunded", "open"], void: ["open"],
  refunded: ["paid"] };

export class OwnerOrders {
  // `act` sends an action and resolves to an error's sentence, or to nothing.
  constructor(act) {
    this.act = act;
    for (const [id, name] of [["orders-title", "title"], ["orders-none", "none"], ["best-title", "best"],
      ["hours-title", "hours"]]) {
      setText($(id), text[name]);
    }
    this.hours = new OwnerHours((action) => this.run(action));
  }

  draw(page) {
    keyed($("order-list"), page.orders, (order) => order.id, (order) => this.row(order), (node, order) => {
      const mark = order.mark ?? "none";
      node.dataset.mark = mark;
      setText(node.querySelector(".sold-mark"), text.marks[mark]);
      show(node.querySelector("[data-reprint]"), page.canPrint === true);
      for (const button of node.querySelectorAll("[data-mark-as]")) {
        show(button, next[mark].includes(button.dataset.markAs));
      }
    });
    show($("orders-none"), page.orders.length === 0);
    keyed($("best-list"), page.best, (one) => one.name, (one) => make("li", { class: "best-row" },
      make("span", { class: "best-name", text: one.name }), make("span", { class: "best-count" })),
    (node, one) => setText(node.querySelector(".best-count"), String(one.count)));
    show($("best-title"), page.best.length > 0);
    this.drawDay(page);
  }

  // Takings, average and hours of the day, and whether guests can order.
  drawDay(page) {
    this.hours.draw(page.door);
    const facts = page.average ? [[text.takings, page.takings], [text.average, page.average]] : [];
    keyed($("day-facts"), facts.flatMap(([label, value]) => [{ tag: "dt", key: `${label} name`, text: label },
      { tag: "dd", key: `${label} value`, text: value }]), (row) => row.key, (row) => make(row.tag),
    (node, row) => setText(node, row.text));
    const hours = page.hours ?? [];
    show($("hours-title"), hours.length > 0);
    keyed($("hours-list"), hours, (one) => one.hour, (one) => make("li", { class: "best-row" },
      make("span", { class: "best-name", text: one.hour }), make("span", { class: "best-count" })),
    (node, one) => setText(node.lastChild, `${text.orderCount(one.orders)} · ${one.total}`));
  }

  row(order) {
    const about = [order.service ? text.services[order.service] : "", order.name ?? "", ...(order.sums ?? [])];
    return make("li", { class: "sold" },
      make("p", { class: "sold-head" }, make("span", { class: "sold-number", text: text.number(order.number) }),
        make("span", { class: "sold-time", text: order.time }), make("span", { class: "sold-mark" }),
        make("span", { class: "sold-total", text: order.total })),
      make("ul", { class: "sold-lines" }, ...order.lines.map((line) => make("li", { text: line })),
        ...about.filter((each) => each).map((each) => make("li", { class: "sold-about", text: each }))),
      make("div", { class: "sold-choices" }, ...marks.map((mark) => make("button", { type: "button", class: "secondary",
        text: text.actions[mark], "aria-label": `${text.actions[mark]}: ${text.number(order.number)}`,
        data: { markAs: mark }, onclick: () => this.run({ mark: { order: order.id, mark } }) })),
      make("button", { type: "button", class: "secondary", text: text.reprint, hidden: true, data: { reprint: "" },
        "aria-label": `${text.reprint}: ${text.number(order.number)}`,
        onclick: () => this.run({ reprint: { order: order.id } }) })));
  }

  async run(action) {
    setText($("orders-alert"), "");
    setText($("orders-alert"), await this.act(action));
  }
}
