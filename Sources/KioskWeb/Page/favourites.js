// The favourites on the welcome page, and an order to say.

import { $, make, keyed, setText, show } from "./dom.js";
import { picture, priceText } from "./pictures.js";
import { words } from "./words.js";

const freshFor = 600_000; // ms until the kiosk is asked again what is sold most

export class Favourites {
  constructor(page) {
    this.page = page;
    this.take(page.menu);
  }

  take({ favourites, example }) {
    this.since = performance.now();
    const items = favourites.map((id) => this.page.items.get(id)).filter((item) => item?.available);
    show($("featured"), items.length > 0);
    keyed($("featured"), items, (item) => item.id, (item) => make("li", {}, make("button", {
      type: "button", class: "favourite", data: { favourite: item.id }, onclick: () => this.begin(item) }, picture(item),
    make("span", { class: "favourite-name", text: item.name }),
    make("span", { class: "favourite-price", text: priceText(item) }))), () => {});
    setText($("welcome-example"), example ? words.welcome.justSay(`${this.page.menu.wakePhrase}, ${example}`) : "");
  }

  // Only what can be heard is suggested.
  draw({ microphone }) {
    show($("welcome-example"), microphone.state === "armed" && $("welcome-example").textContent !== "");
  }

  // Before the next guest.
  async refresh() {
    if (performance.now() - this.since < freshFor) return;
    this.since = performance.now();
    const response = await fetch("/menu.json", { cache: "no-store", credentials: "omit" }).catch(() => null);
    if (response?.ok) this.take(await response.json());
  }

  // A touch on a favourite begins an order and asks for its options, or orders it.
  async begin(item) {
    const page = this.page;
    if (item.groups.length === 0) return page.act({ add: { itemId: item.id, quantity: 1, options: [] } });
    if (await page.act({ startSilently: {} })) page.openWhenOrdering(item);
  }
}
