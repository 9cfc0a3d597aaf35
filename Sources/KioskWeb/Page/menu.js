// The menu: categories as tabs, items as tiles.

import { $, make, setAttribute, setText, show, clear } from "./dom.js";
import { icon } from "./icons.js";
import { caloriesText, picture, priceText } from "./pictures.js";
import { words } from "./words.js";

const foundTab = "/found"; // ids of categories have no slash

export class MenuView {
  constructor(page) {
    this.page = page;
    this.category = null;
    this.avoids = [];
    this.found = [];
    setText($("menu-title"), words.menu);
    clear($("tabs"));
    for (const category of page.menu.categories) {
      $("tabs").append(this.tab(category.id, category.name));
    }
    $("tabs").addEventListener("keydown", (event) => this.arrow(event));
    this.choose(page.menu.categories[0]?.id);
  }

  tab(id, name) {
    return make("button", {
      type: "button", class: "tab", role: "tab", id: `tab-${id}`, text: name, data: { category: id },
      "aria-controls": "tiles", onclick: () => this.choose(id),
    });
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
    const found = this.found.map((each) => this.tile(this.page.items.get(each.itemId), each));
    $("tiles").append(...(id === foundTab ? found
      : this.page.menu.items.filter((item) => item.category === id).map((item) => this.tile(item))));
    this.mark();
    $("tiles").scrollTop = 0;
  }

  // Marks the tiles of items that contain what the guest avoids.
  mark() {
    for (const tile of $("tiles").children) {
      const item = this.page.items.get(tile.dataset.item);
      const found = item.allergens.filter((allergen) => this.avoids.includes(allergen));
      tile.classList.toggle("is-unsuitable", found.length > 0);
      setText(tile.notes, this.notes(item, found));
      show(tile.warning, found.length > 0);
    }
  }

  notes(item, found) {
    if (!item.available) return words.item.soldOut;
    if (found.length) return words.item.unsuitable(this.page.terms(found));
    return [caloriesText(item), item.allergens.length ? words.item.contains(this.page.terms(item.allergens)) : ""]
      .filter((each) => each).join(" · ");
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

  // With `found`, a tile of an item that fits a wish: it adds the item with the wanted options.
  tile(item, found) {
    const notes = make("span");
    const warning = make("span", { class: "tile-warning", hidden: true }, icon("warning"));
    const tile = make(
      "button",
      { type: "button", class: "tile", data: { item: item.id }, "aria-disabled": item.available ? null : "true",
        onclick: () => this.touch(item, found) },
      this.hasPictures(item.category) ? picture(item) : null,
      make("span", { class: "tile-name", text: found?.description ?? item.name }),
      item.about ? make("span", { class: "tile-about", text: item.about }) : null,
      make("span", { class: "tile-notes" }, warning, notes),
      make("span", { class: "tile-price", text: found ? found.price.text : priceText(item) }),
    );
    Object.assign(tile, { notes, warning });
    return tile;
  }

  // Items without a picture have a drawing beside those that have one.
  hasPictures(category) {
    return this.page.menu.items.some((item) => item.category === category && item.picture);
  }

  touch(item, found) {
    if (!item.available) return this.page.say(words.item.soldOut);
    if (found) return this.page.act({ add: { itemId: item.id, quantity: 1, options: found.options } });
    if (item.groups.length > 0) return this.page.sheet.open(item);
    // The order's card and the caption show whether the item was added.
    this.page.act({ add: { itemId: item.id, quantity: 1, options: [] } });
  }

  draw(snapshot) {
    show($("menu"), snapshot.screen === "ordering");
    this.drawFound((snapshot.found ?? []).filter((each) => this.page.items.has(each.itemId)));
    const avoids = snapshot.avoids.map((each) => each.id);
    if (avoids.join() === this.avoids.join()) return;
    this.avoids = avoids;
    this.mark();
  }

  // The items that fit a wish have a tab of their own in front of the categories, as long as the wish is answered.
  drawFound(found) {
    const key = JSON.stringify(found);
    if (key === this.foundKey) return;
    this.foundKey = key;
    this.found = found;
    const isChosen = this.category === foundTab, tab = $(`tab-${foundTab}`);
    if (found.length === 0) {
      tab?.remove();
      if (isChosen) this.choose(this.before ?? this.page.menu.categories[0]?.id);
      return;
    }
    if (!isChosen) this.before = this.category;
    if (!tab) $("tabs").prepend(this.tab(foundTab, ""));
    setText($(`tab-${foundTab}`), words.found(found.length));
    this.category = null;
    this.choose(foundTab);
  }

  wipe() {
    this.drawFound([]);
    this.choose(this.page.menu.categories[0]?.id);
    $("tiles").scrollTop = 0;
  }
}
