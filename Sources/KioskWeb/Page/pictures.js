// Pictures of items, and drawn placeholders.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

const longestWait = 1_000; // ms until a picture is loaded on a busy page, too

// Placeholders by words in the category.
const drawings = [[/drink|coffee|tea|juice|smoothie|beverage|getr|bebida|boisson|caf/i, "cup"],
  [/bak|pastr|cake|dessert|sweet|muffin|geb|kuchen|postre|dulce/i, "muffin"],
  [/sandwich|burger|bagel|wrap|toast|bread|brot|pan$|pain/i, "sandwich"]];

export function priceText(item) {
  return item.startsAt ? words.item.from(item.startsAt.text) : item.price.text;
}

// Empty where the menu does not say.
export function caloriesText(item) {
  return Number.isInteger(item.calories) ? words.item.calories(item.calories) : "";
}

// An item's picture. One that cannot be shown is replaced by the drawing.
export function picture(item) {
  const drawn = () => make("span", { class: "picture", "aria-hidden": "true" },
    icon(drawings.find(([pattern]) => pattern.test(item.category))?.[1] ?? "plate"));
  if (!item.picture) return drawn();
  const image = make("img", { class: "picture", alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(drawn()));
  // Not before what the guest has just said or touched is on the screen.
  requestIdleCallback(() => (image.src = item.picture), { timeout: longestWait });
  return image;
}
