// Pictures of items, drawn placeholders, and the favourites on the welcome page.

import { $, make, show } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

// Placeholders by words in the category.
const drawings = [[/drink|coffee|tea|juice|smoothie|beverage|getr|bebida|boisson|caf/i, "cup"],
  [/bak|pastr|cake|dessert|sweet|muffin|geb|kuchen|postre|dulce/i, "muffin"],
  [/sandwich|burger|bagel|wrap|toast|bread|brot|pan$|pain/i, "sandwich"]];

export function priceText(item) {
  return item.startsAt ? words.item.from(item.startsAt.text) : item.price.text;
}

// An item's picture. One that cannot be shown is replaced by the drawing.
export function picture(item) {
  const drawn = () => make("span", { class: "picture", "aria-hidden": "true" },
    icon(drawings.find(([pattern]) => pattern.test(item.category))?.[1] ?? "plate"));
  if (!item.picture) return drawn();
  const image = make("img", { class: "picture", src: item.picture, alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(drawn()));
  return image;
}

const mostFavourites = 6;

export function favourites(page) {
  const items = page.menu.items.filter((item) => item.featured && item.available).slice(0, mostFavourites);
  show($("featured"), items.length > 0);
  $("featured").append(...items.map((item) => make("li", {}, make("button", { type: "button", class: "favourite",
    data: { item: item.id }, onclick: () => begin(page, item) }, picture(item),
  make("span", { class: "favourite-name", text: item.name }),
  make("span", { class: "favourite-price", text: priceText(item) })))));
}

// A touch on a favourite begins an order and asks for its options, or orders it.
async function begin(page, item) {
  if (item.groups.length === 0) return page.act({ add: { itemId: item.id, quantity: 1, options: [] } });
  if (await page.act({ startSilently: {} })) page.openWhenOrdering(item);
}
