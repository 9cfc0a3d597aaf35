// The menu: categories as tabs, items as tiles.

import { $, make, setAttribute, setText, show, clear } from "./dom.js";
import { words } from "./words.js";

export class MenuView {
  constructor(page) {
    this.page = page;
    this.category = null;
    setText($("menu-title"), words.menu);
    clear($("tabs"));
    for (const category of page.menu.categories) {
      const tab = make("button", {
        type: "button", class: "tab", role: "tab", id: `tab-${category.id}`, text: category.name,
        data: { category: category.id },
        "aria-controls": "tiles", onclick: () => this.choose(category.id),
      });
      $("tabs").append(tab);
    }
    $("tabs").addEventListener("keydown", (event) => this.arrow(event));
    this.choose(page.menu.categories[0]?.id);
  }

  choose(id) {
    if (id === undefined || id === this.category) return;
    this.category = id;
    for (const tab of $("tabs").children) {
      const isChosen = tab.dataset.category === id;
      setAttribute(tab, "aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) {
        setAttribute($("tiles"), "aria-labelledby", tab.id);
      }
    }
    clear($("tiles"));
    $("tiles").append(...this.page.menu.items.filter((item) => item.category === id).map((item) => this.tile(item)));
    $("tiles").scrollTop = 0;
  }

  arrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = [...$("tabs").children];
    const index = tabs.findIndex((tab) => tab.dataset.category === this.category);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    this.choose(next.dataset.category);
    next.focus();
  }

  tile(item) {
    const contains = item.allergens.length ? words.item.contains(item.allergens) : "";
    const notes = item.available ? contains : words.item.soldOut;
    const tile = make(
      "button",
      { type: "button", class: "tile", data: { item: item.id }, "aria-disabled": item.available ? null : "true",
        onclick: () => this.touch(item) },
      make("span", { class: "tile-name", text: item.name }),
      make("span", { class: "tile-notes", text: notes }),
      make("span", { class: "tile-price", text: item.price.text }),
    );
    return tile;
  }

  touch(item) {
    if (!item.available) return this.page.say(words.item.soldOut);
    if (item.groups.length > 0) return this.page.sheet.open(item);
    // The order's card and the caption show whether the item was added.
    this.page.act({ add: { itemId: item.id, quantity: 1, options: [] } });
  }

  draw(snapshot) {
    show($("menu"), snapshot.screen === "ordering");
  }

  wipe() {
    this.choose(this.page.menu.categories[0]?.id);
    $("tiles").scrollTop = 0;
  }
}
