// The guest page: draws snapshots of the kiosk's state and sends touches. The latest snapshot is the only state about
// the guest.

import { Comfort } from "./comfort.js";
import { $, setText, setAttribute, show, closeDialog } from "./dom.js";
import { EndingView } from "./ending.js";
import { Favourites } from "./favourites.js";
import { icon, sign } from "./icons.js";
import { Keypad } from "./keypad.js";
import { Link } from "./link.js";
import { lock } from "./lock.js";
import { MenuView } from "./menu.js";
import { OrderView } from "./order.js";
import { Screens } from "./screens.js";
import { Sheet } from "./sheet.js";
import { StaffCall } from "./staff-call.js";
import { VoiceView } from "./voice.js";
import { words } from "./words.js";

const root = document.documentElement;

const doubleTap = 400; // Time in ms too short to read a new screen and touch it on purpose.

// The idle screen, in the form of a snapshot.
const idleSnapshot = {
  screen: "welcome", microphone: { state: "off" }, transcript: { stable: "", volatile: "", last: "" },
  preview: [], cart: [], avoids: [], total: { text: "" }, caption: "",
  needsTouch: false,
};

class Page {
  constructor(menu) {
    this.menu = menu;
    this.items = new Map(menu.items.map((item) => [item.id, item]));
    this.groups = new Map(menu.groups.map((group) => [group.id, group]));
    this.snapshot = null;
    this.screen = null;
    this.session = null;
    this.keypad = new Keypad(this);
    this.comfort = new Comfort(this.keypad);
    this.staffCall = new StaffCall(this);
    this.sheet = new Sheet(this);
    this.voice = new VoiceView(this);
    this.menuView = new MenuView(this);
    this.order = new OrderView(this);
    this.screens = new Screens(this);
    this.ending = new EndingView(this);
    this.favourites = new Favourites(this);
    this.bar();
    this.link = new Link({
      snapshot: (snapshot) => this.take(snapshot),
      level: (decibels) => this.voice.level(decibels),
      online: (isOnline) => this.online(isOnline),
    });
    addEventListener("pointerdown", () => this.somebodyIsHere(), true);
    addEventListener("click", (event) => this.guard(event), true);
    lock();
  }

  bar() {
    setText($("brand-name"), this.menu.store.name || words.brand);
    document.title = this.menu.store.name || words.brand;
    sign($("start-over"), "restart", words.startOver);
    setAttribute($("start-over"), "aria-label", words.startOver);
    $("start-over").addEventListener("click", () => this.act({ startOver: {} }));
    $("closed-sign").append(icon("cup"));
    if (this.menu.hasStaffPage) this.staffDoor();
  }

  // Holding the logo for three seconds opens the staff page, which asks for its code.
  staffDoor() {
    let timer = 0;
    const mark = $("brand-mark");
    mark.addEventListener("pointerdown", () => (timer = setTimeout(() => location.assign("/staff#kiosk"), 3_000)));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      mark.addEventListener(end, () => clearTimeout(timer));
    }
  }

  // Allergens in the language of the page.
  terms(allergens) {
    return allergens.map((allergen) => this.menu.terms[allergen] ?? allergen);
  }

  // Ids of the allergens and diets that the guest named.
  get avoids() {
    return (this.snapshot?.avoids ?? []).map((each) => each.id);
  }

  // A restarted kiosk counts its snapshots from the start; the greeting of the connection has handled that.
  take(snapshot) {
    if (this.snapshot && snapshot.revision <= this.snapshot.revision && !this.isReconnected) return;
    this.isReconnected = false;
    this.snapshot = snapshot;
    this.draw();
  }

  draw() {
    const snapshot = this.snapshot;
    const isNew = snapshot.screen !== this.screen;
    const isWelcome = snapshot.screen === "welcome";
    // Only when the welcome screen appears, not with each of its snapshots: the next guest may have chosen large text
    // there. Also when a welcome screen between two guests was missed. The end of a session alone, as with payment,
    // does not start another guest's.
    const isAnothers = this.session && snapshot.session && snapshot.session !== this.session;
    if (isWelcome ? isNew : isAnothers) this.wipe();
    this.session = isWelcome ? null : (snapshot.session ?? this.session);
    this.hold(snapshot, isNew);
    this.screen = snapshot.screen;
    root.dataset.screen = snapshot.screen;
    root.dataset.microphone = snapshot.microphone.state;
    const hasSession = snapshot.session !== undefined && snapshot.session !== null;
    show($("start-over"), hasSession && ["ordering", "confirmation"].includes(snapshot.screen));
    this.touchOnly(snapshot.microphone);
    this.staffCall.draw(snapshot);
    this.voice.draw(snapshot);
    this.order.draw(snapshot);
    this.menuView.draw(snapshot);
    this.screens.draw(snapshot, isNew);
    this.ending.draw(snapshot);
    this.favourites.draw(snapshot);
    this.comfort.draw(isWelcome);
    this.drawClosed(snapshot.closed);
    if (snapshot.screen === "ordering" && this.waiting) this.openWaiting();
    this.keypad.draw(snapshot);
    // For measurements: when the revision is set here, it is in the document.
    root.dataset.revision = snapshot.revision;
  }

  // A kiosk that is paused, or outside its opening hours, shows a plain page.
  drawClosed(sentence) {
    if (sentence) root.dataset.closed = "";
    else delete root.dataset.closed;
    setText($("welcome-closed"), sentence);
    for (const id of ["welcome-closed", "closed-sign"]) show($(id), Boolean(sentence));
  }

  // Opens an item once the order has begun.
  openWhenOrdering(item) {
    this.waiting = item;
    if (this.screen === "ordering") this.openWaiting();
  }

  openWaiting() {
    const item = this.waiting;
    this.waiting = null;
    this.sheet.open(item);
  }

  // Ignores the second touch of a double tap on what the first one brought up: "Yes" in place of "Check out", or the
  // next question's answer. A finger on its way to "Yes" confirms the order as it was.
  hold(snapshot, isNew) {
    const asked = snapshot.question?.text ?? "";
    const order = snapshot.screen === "confirmation" ? JSON.stringify(snapshot.cart) : "";
    const isOther = isNew || asked !== this.asked;
    const isOtherOrder = !isNew && order !== this.readBack;
    this.asked = asked;
    this.readBack = order;
    const sinceClick = performance.now() - (this.lastClick ?? -Infinity);
    const left = isOtherOrder ? doubleTap : isOther ? doubleTap - sinceClick : 0;
    if (left <= 0) return;
    root.dataset.held = "";
    clearTimeout(this.heldTimer);
    this.heldTimer = setTimeout(() => delete root.dataset.held, left);
  }

  guard(event) {
    // "Start over" and a call for the staff are always accepted.
    if ("held" in root.dataset && !event.target.closest("#start-over, #call-staff")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      this.lastClick = performance.now();
    }
  }

  touchOnly(microphone) {
    const isAway = microphone.state === "unavailable";
    show($("touch-only"), isAway);
    setText($("touch-only"), isAway ? `${words.touchOnly} ${words.problem[microphone.reason] ?? ""}`.trim() : "");
  }

  // Removes what the last guest did on the page itself; what is drawn from snapshots is emptied with them.
  wipe() {
    this.sheet.close();
    this.voice.wipe();
    this.menuView.wipe();
    this.order.wipe();
    this.comfort.wipe();
    this.ending.wipe();
    this.favourites.refresh();
    this.waiting = null;
    this.say("");
  }

  // Each failed attempt to connect reports again; time counts from the first. A connection that returns at once is not
  // shown.
  online(isOnline) {
    if (!isOnline) {
      this.awayTimer ??= setTimeout(() => this.cover(), 1_500);
      this.forgetTimer ??= setTimeout(() => this.forget(), 60_000);
      return;
    }
    clearTimeout(this.awayTimer);
    clearTimeout(this.forgetTimer);
    this.awayTimer = this.forgetTimer = null;
    this.isReconnected = true;
    show($("away"), false);
  }

  cover() {
    // Dialogs would lie above the cover.
    this.sheet.close();
    this.voice.wipe();
    closeDialog($("idle"));
    setText($("away-text"), words.away);
    show($("away"), true);
  }

  // It is no longer known whose order this is: everything is removed, under the cover as well. If the guest is still
  // there, the kiosk sends the order again.
  forget() {
    if (!this.snapshot) return;
    this.wipe();
    this.snapshot = { ...idleSnapshot, revision: this.snapshot.revision };
    this.draw();
  }

  somebodyIsHere() {
    const now = performance.now();
    const placed = this.snapshot?.placed;
    // A touch anywhere keeps the order's number on the screen, but for the second touch of a double tap on "Yes".
    const mayKeep = placed && !placed.isKept && !("held" in root.dataset);
    const isOrdering = this.snapshot?.session && now - (this.lastTouch ?? -Infinity) >= 5_000;
    if (!mayKeep && !isOrdering) return;
    this.lastTouch = now;
    this.link.act({ stillHere: {} });
  }

  // Sends a touch, and shows the reason if it was refused.
  async act(action) {
    this.lastTouch = performance.now();
    const answer = await this.link.act(action);
    if (!answer) this.say(words.notArrived);
    else if (!answer.done) this.say(answer.reason ?? "");
    return answer?.done === true;
  }

  say(text) {
    setText($("toast"), text);
    this.keypad.say(text);
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
