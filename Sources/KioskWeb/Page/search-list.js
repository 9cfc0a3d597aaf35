// The guest's list: what they added, as text, as a code to scan, and on paper.

import { $, make, setText, show, keyed, clear, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

const text = words.search.list;
const namespace = "http://www.w3.org/2000/svg";

export class ReadingList {
  constructor(act) {
    this.act = act;
    setText($("reading-title"), text.title);
    setText($("reading-scan"), text.scan);
    setText($("reading-print"), text.print);
    setText($("reading-close"), text.close);
    $("reading-entries").setAttribute("aria-label", text.title);
    $("search-list").addEventListener("click", () => {
      act({ showList: { isShown: true } });
      openDialog($("reading"));
    });
    $("reading-print").addEventListener("click", () => print());
    $("reading-close").addEventListener("click", () => closeDialog($("reading")));
    $("reading").addEventListener("close", () => act({ showList: { isShown: false } }));
  }

  draw({ entries, code }) {
    show($("search-list"), entries.length > 0);
    setText($("search-list"), text.open(entries.length));
    if (entries.length === 0) this.close();
    keyed($("reading-entries"), entries.map((entry, index) => ({ ...entry, index })),
      (entry) => `${entry.title} ${entry.by} ${entry.identifier}`, () => this.entry(),
      (node, entry) => this.fill(node, entry));
    show($("reading-code"), Boolean(code));
    if (code?.path === this.path) return;
    this.path = code?.path;
    clear($("reading-symbol"));
    if (code) $("reading-symbol").append(this.symbol(code));
  }

  entry() {
    const button = make("button", { class: "quiet", type: "button",
      onclick: ({ currentTarget }) => this.act({ remove: { entry: Number(currentTarget.dataset.index) } }) });
    sign(button, "bin");
    return make("li", { class: "reading-entry" }, make("div", {}, make("p", { class: "reading-name" }),
      make("p", { class: "reading-more" })), button);
  }

  fill(node, { title, by, identifier, place, index }) {
    setText(node.querySelector(".reading-name"), title);
    setText(node.querySelector(".reading-more"), [by, place, identifier].filter((each) => each).join(" · "));
    const button = node.querySelector("button");
    button.dataset.index = index;
    button.setAttribute("aria-label", text.remove(title));
  }

  symbol({ size, path }) {
    const svg = document.createElementNS(namespace, "svg"), modules = document.createElementNS(namespace, "path");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", text.scan);
    svg.setAttribute("shape-rendering", "crispEdges");
    modules.setAttribute("d", path);
    svg.append(modules);
    return svg;
  }

  close() {
    closeDialog($("reading"));
  }
}
