// A result of the search page as a card: a drawn picture, title, details, and the button that adds it.

import { make, setText, setAttribute } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

const text = words.search;
const pictures = { books: "book", songs: "note", things: "tag", menu: "cup" };

export function card(item, add) {
  const details = [item.year, item.place, item.price, item.identifier].filter((each) => each);
  return make("li", { class: "result" },
    make("div", { class: "result-picture", data: { kind: item.kind } }, icon(pictures[item.kind] ?? "tag")),
    make("div", { class: "result-text" },
      make("p", { class: "result-title", text: item.title }),
      item.by ? make("p", { class: "result-by", text: item.by }) : null,
      make("p", { class: "result-more" },
        make("span", { class: "result-badge", text: text.kinds[item.kind] ?? item.kind }),
        ...details.map((each) => make("span", { text: each })))),
    make("button", { class: "primary", type: "button", onclick: () => add(item.id) }));
}

export function update(node, item) {
  const button = node.querySelector("button");
  setText(button, !item.isAvailable ? text.unavailable : item.adding === "loading" ? text.adding
    : item.adding === "done" ? text.added : item.kind === "menu" ? text.order : text.add);
  button.disabled = !item.isAvailable || Boolean(item.adding);
  setAttribute(button, "data-adding", item.adding);
  setAttribute(button, "aria-label", `${button.textContent}: ${item.title}`);
}
