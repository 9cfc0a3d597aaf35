// The guest's page: takes snapshots in, draws them, and hands touches back. All that it knows about the guest is the newest snapshot.

import { $, setText, show, setAttribute } from "./dom.js";
import { sign } from "./icons.js";
import { Link } from "./link.js";
import { lock } from "./lock.js";
import { MenuView } from "./menu.js";
import { OrderView } from "./order.js";
import { Screens } from "./screens.js";
import { Sheet } from "./sheet.js";
import { VoiceView } from "./voice.js";
import { words } from "./words.js";

const root = document.documentElement;

class Page {
  constructor(menu) {
    this.menu = menu;
    this.items = new Map(menu.items.map((item) => [item.id, item]));
    this.groups = new Map(menu.groups.map((group) => [group.id, group]));
    this.snapshot = null;
    this.screen = null;
    this.sheet = new Sheet(this);
    this.voice = new VoiceView(this);
    this.menuView = new MenuView(this);
    this.order = new OrderView(this);
    this.screens = new Screens(this);
    this.bar();
    this.link = new Link({
      snapshot: (snapshot) => this.take(snapshot),
      level: (decibels) => this.voice.level(decibels),
      online: (isOnline) => this.online(isOnline),
    });
    addEventListener("pointerdown", () => this.somebodyIsHere(), true);
    lock();
  }

  bar() {
    setText($("brand-name"), this.menu.store.name || words.brand);
    document.title = this.menu.store.name || words.brand;
    sign($("large-text"), "text", words.largeText);
    sign($("start-over"), "restart", words.startOver);
    $("large-text").addEventListener("click", () => this.largeText(root.dataset.text !== "large"));
    $("start-over").addEventListener("click", () => this.act({ startOver: {} }));
    if (this.menu.hasStaffPage) this.staffDoor();
  }

  // The mark held for three seconds leads to the staff's page, which asks for its code.
  staffDoor() {
    let timer = 0;
    const mark = $("brand-mark");
    mark.addEventListener("pointerdown", () => (timer = setTimeout(() => location.assign("/staff"), 3_000)));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) mark.addEventListener(end, () => clearTimeout(timer));
  }

  largeText(isLarge) {
    root.dataset.text = isLarge ? "large" : "regular";
    setAttribute($("large-text"), "aria-pressed", isLarge);
  }

  // A kiosk that was restarted counts its snapshots anew; the connection's greeting has seen to that already.
  take(snapshot) {
    if (this.snapshot && snapshot.revision <= this.snapshot.revision && !this.isReconnected) return;
    this.isReconnected = false;
    this.snapshot = snapshot;
    this.draw();
  }

  draw() {
    const snapshot = this.snapshot;
    const isNew = snapshot.screen !== this.screen;
    this.screen = snapshot.screen;
    root.dataset.screen = snapshot.screen;
    root.dataset.microphone = snapshot.microphone.state;
    if (snapshot.screen === "welcome") this.wipe();
    show($("start-over"), snapshot.session !== undefined && snapshot.session !== null && ["ordering", "confirmation"].includes(snapshot.screen));
    this.touchOnly(snapshot.microphone);
    this.voice.draw(snapshot);
    this.order.draw(snapshot);
    this.menuView.draw(snapshot);
    this.screens.draw(snapshot, isNew);
    // For measuring: when the revision stands here, it is in the document.
    root.dataset.revision = snapshot.revision;
  }

  touchOnly(microphone) {
    const isAway = microphone.state === "unavailable";
    show($("touch-only"), isAway);
    setText($("touch-only"), isAway ? `${words.touchOnly} ${words.problem[microphone.reason] ?? ""}`.trim() : "");
  }

  // Nothing of the last guest stays: what is drawn from snapshots empties with them, and this empties what guests did on the page itself.
  wipe() {
    this.sheet.close();
    this.voice.wipe();
    this.menuView.wipe();
    this.largeText(false);
    this.say("");
  }

  online(isOnline) {
    clearTimeout(this.awayTimer);
    if (isOnline) {
      this.isReconnected = true;
      show($("away"), false);
    } else {
      // A connection that is back at once is nobody's business.
      this.awayTimer = setTimeout(() => {
        setText($("away-text"), words.away);
        show($("away"), true);
      }, 1_500);
    }
  }

  somebodyIsHere() {
    const now = performance.now();
    if (!this.snapshot?.session || now - (this.lastTouch ?? -Infinity) < 5_000) return;
    this.lastTouch = now;
    this.link.act({ stillHere: {} });
  }

  // Sends what was touched. Says why it was not done, if it was not.
  async act(action) {
    this.lastTouch = performance.now();
    const answer = await this.link.act(action);
    if (!answer) this.say(words.notArrived);
    else if (!answer.done) this.say(answer.reason ?? "");
    return answer?.done === true;
  }

  say(text) {
    setText($("toast"), text);
    $("toast").classList.toggle("is-shown", text !== "");
    clearTimeout(this.toastTimer);
    if (text) this.toastTimer = setTimeout(() => this.say(""), 5_000);
  }
}

async function begin() {
  try {
    const response = await fetch("/menu.json", { cache: "no-store", credentials: "omit" });
    if (!response.ok) throw new Error(String(response.status));
    return new Page(await response.json());
  } catch {
    setTimeout(begin, 1_000);
  }
}

begin();
