// The end of an order: eat here or to go, name or table, tip, the parts of the total, and the code for a guest's phone.

import { $, make, setText, setAttribute, show, keyed, clear, openDialog, closeDialog } from "./dom.js";
import { Keyboard } from "./keyboard.js";
import { words } from "./words.js";

const text = words.ending;
const namespace = "http://www.w3.org/2000/svg";

export class EndingView {
  constructor(page) {
    this.page = page;
    this.keyboard = new Keyboard($("naming-keyboard"), $("naming-text"), { enter: () => this.keep() });
    setText($("naming-cancel"), words.correction.cancel);
    setText($("naming-keep"), text.keep);
    $("naming-cancel").addEventListener("click", () => this.wipe());
    $("naming-keep").addEventListener("click", () => this.keep());
  }

  draw({ screen, ending, placed }) {
    const sums = ending?.sums ?? [];
    this.sums($("sums"), screen === "ordering" ? sums : []);
    this.sums($("confirmation-sums"), screen === "confirmation" ? sums : []);
    const isShown = screen === "confirmation" && Boolean(ending);
    this.terms(isShown ? ending : null);
    if (!isShown) this.wipe();
    this.code(["payment", "thanks"].includes(screen) ? placed?.code : null);
  }

  sums(list, sums) {
    show(list, sums.length > 0);
    keyed(list, sums, (sum) => sum.label, (sum) => make("li", { class: "sum" }, make("span", { text: sum.label }),
      make("span", { class: "sum-amount" })), (node, sum) => setText(node.lastChild, sum.amount.text));
  }

  terms(ending) {
    const groups = [];
    if (ending?.services.length > 1) groups.push({ key: "service", label: "", buttons: ending.services.map((service) =>
      ({ key: service.id, label: service.label, isChosen: service.isChosen,
        action: { service: { kind: service.id } } })) });
    if (ending?.asksFor) {
      const label = ending.name ? text.named[ending.asksFor](ending.name) : text.ask[ending.asksFor];
      groups.push({ key: "name", label: "", buttons: [{ key: "name", label, isChosen: false, open: ending }] });
    }
    if (ending?.tips.length) groups.push({ key: "tip", label: text.tip, buttons: [{ percent: 0, isChosen:
      !ending.tips.some((tip) => tip.isChosen) }, ...ending.tips].map((tip) => ({ key: String(tip.percent),
      label: tip.percent ? text.percent(tip.percent, tip.amount.text) : text.noTip, isChosen: tip.isChosen,
      action: { tip: { percent: tip.percent } } })) });
    show($("terms"), groups.length > 0);
    keyed($("terms"), groups, (group) => group.key, (group) => make("div", { class: "terms-group", role: "group",
      "aria-label": text.groups[group.key] }, make("span", { class: "terms-label", text: group.label,
      hidden: !group.label }), make("div", { class: "terms-group" })),
    (node, group) => keyed(node.lastChild, group.buttons, (button) => button.key, () => make("button", { type: "button",
      class: "term", onclick: ({ currentTarget }) => this.touch(currentTarget.choice) }), (button, choice) => {
      button.choice = choice;
      setText(button, choice.label);
      setAttribute(button, "aria-pressed", choice.open ? null : String(choice.isChosen));
    }));
  }

  touch(choice) {
    if (choice.action) return this.page.act(choice.action);
    setText($("naming-title"), text.ask[choice.open.asksFor]);
    $("naming-text").value = choice.open.name;
    openDialog($("naming"));
    this.keyboard.focus();
  }

  async keep() {
    const name = $("naming-text").value.trim();
    this.wipe();
    await this.page.act({ name: { text: name } });
  }

  wipe() {
    $("naming-text").value = "";
    closeDialog($("naming"));
  }

  code(code) {
    show($("code"), Boolean(code));
    if (code?.path === this.path) return;
    this.path = code?.path;
    clear($("code"));
    if (!code) return;
    const svg = document.createElementNS(namespace, "svg"), modules = document.createElementNS(namespace, "path");
    svg.setAttribute("viewBox", `0 0 ${code.side} ${code.side}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", text.scan);
    svg.setAttribute("shape-rendering", "crispEdges");
    modules.setAttribute("d", code.path);
    svg.append(modules);
    $("code").append(svg, make("p", { text: text.scan }));
  }
}
