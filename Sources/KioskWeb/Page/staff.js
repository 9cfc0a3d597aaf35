// The staff page: asks for a code, then shows the kiosk's status. The access key is kept in this page's memory only.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { Link, post } from "./link.js";
import { lock } from "./lock.js";
import { StaffBell } from "./staff-bell.js";
import { Check } from "./staff-microphone.js";
import { OwnerMenu } from "./staff-menu.js";
import { Notes } from "./staff-notes.js";
import { OwnerOrders } from "./staff-orders.js";
import { NoteSpeech } from "./staff-speech.js";
import { Voices } from "./staff-voices.js";
import { words } from "./words.js";

const keyHeader = "X-Brews-Staff";
const mostDigits = 12;
const tabs = ["board", "menu", "orders", "voices", "notes"];
// Where a tab's data comes from and its actions go. A kiosk without the data has no tab.
const sources = { menu: ["/staff/menu", "/staff/owner"], orders: ["/staff/orders", "/staff/owner"],
  voices: ["/staff/voices", "/staff/voice"], notes: ["/staff/notes", "/staff/note"] };
const reloadTicks = 10; // status requests between those for the orders and the menu
const unattended = 120_000; // ms without a touch until the kiosk is the guests' again
// On another screen the page stays open for calls.
const isOnKiosk = location.hash === "#kiosk";

class Staff {
  constructor() {
    this.key = null;
    this.digits = "";
    this.check = new Check((action) => this.act(action));
    const view = (kind, name) => new kind((action) => this.actOn(name, action));
    this.views = { menu: view(OwnerMenu, "menu"), orders: view(OwnerOrders, "orders"), voices: view(Voices, "voices"),
      notes: view(Notes, "notes") };
    this.loads = {};
    this.loaded = new Set();
    this.speech = new NoteSpeech((note) => this.views.notes.take(note));
    this.tab = "board";
    for (const name of tabs) {
      setText($(`tab-${name}`), words.staff.tabs[name]);
      $(`tab-${name}`).addEventListener("click", () => this.choose(name));
    }
    $("staff-tabs").addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const shown = tabs.filter((name) => !$(`tab-${name}`).hidden);
      const step = event.key === "ArrowLeft" ? shown.length - 1 : 1;
      this.choose(shown[(shown.indexOf(this.tab) + step) % shown.length]);
      $(`tab-${this.tab}`).focus();
    });
    this.bell = new StaffBell(() => this.act({ answerCall: {} }));
    setText($("staff-title"), words.staff.title);
    document.title = words.staff.title;
    setText($("staff-back"), words.staff.back);
    setText($("staff-leave"), words.staff.leave);
    for (const [id, text] of [["door-title", "code"], ["parts-title", "parts"], ["level-title", "level"],
      ["today-title", "today"], ["metrics-title", "metrics"]]) {
      setText($(id), words.staff[text]);
    }
    setText($("session-title"), words.staff.session.title);
    setText($("today-none"), words.staff.noFigures);
    $("staff-back").addEventListener("click", () => this.back());
    $("staff-leave").addEventListener("click", () => this.leave());
    this.pad();
    addEventListener("pointerdown", () => (this.lastTouch = performance.now()), true);
    addEventListener("keydown", (event) => this.press(event));
    lock();
    this.lastTouch = performance.now();
    setInterval(() => this.tick(), 500);
    this.link = new Link({ snapshot: (snapshot) => this.call(snapshot), level: (decibels) => this.level(decibels), online: () => {} });
    this.level(-120);
  }

  // Code entry

  pad() {
    const key = (label, action, kind = "") => make("button",
      { type: "button", class: kind, text: label, data: { key: label }, onclick: action });
    for (const digit of "123456789") $("pad").append(key(digit, () => this.type(digit)));
    this.enterButton = key(words.staff.enter, () => this.enter(), "primary small");
    $("pad").append(key(words.staff.back1, () => this.type(null), "small"), key("0", () => this.type("0")),
      this.enterButton);
  }

  press(event) {
    this.lastTouch = performance.now();
    if (this.key) return;
    if (/^[0-9]$/.test(event.key)) this.type(event.key);
    else if (event.key === "Backspace") this.type(null);
    else if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.enter();
  }

  type(digit) {
    this.digits = digit === null ? this.digits.slice(0, -1) : (this.digits + digit).slice(0, mostDigits);
    setText($("dots"), "•".repeat(this.digits.length));
  }

  async enter() {
    if (!this.digits) return;
    const code = this.digits;
    this.digits = "";
    setText($("dots"), "");
    try {
      const response = await post("/staff/enter", { code });
      const answer = await response.json();
      if (response.ok) this.open(answer.key);
      else setText($("door-text"), response.status === 429
        ? words.staff.locked(answer.seconds) : words.staff.wrong(answer.left));
    } catch {
      setText($("door-text"), words.notArrived);
    }
  }

  open(key) {
    this.key = key;
    setText($("door-text"), "");
    this.shut(false);
    this.tick();
  }

  // Also ends a running microphone check.
  async leave() {
    const key = this.key;
    this.close();
    if (key) await post("/staff/leave", {}, { [keyHeader]: key }).catch(() => {});
  }

  async back() {
    await this.leave();
    location.assign("/");
  }

  close() {
    this.key = null;
    this.speech.close();
    this.shut(true);
    $("door-title").focus();
  }

  shut(isShut) {
    show($("door"), isShut);
    show($("staff-tabs"), !isShut && this.loaded.size > 0);
    this.choose("board");
    show($("board"), !isShut);
    if (!isShut) for (const name of Object.keys(sources)) this.load(name);
    show($("staff-leave"), !isShut);
    show($("can-order"), !isShut);
    this.drawCall();
  }

  // Tabs

  choose(name) {
    this.tab = name;
    for (const tab of tabs) {
      const isChosen = tab === name;
      setAttribute($(`tab-${tab}`), "aria-selected", String(isChosen));
      setAttribute($(`tab-${tab}`), "tabindex", isChosen ? "0" : "-1");
      show($(tab), isChosen && this.key !== null);
    }
    if (name in sources) this.load(name);
  }

  async load(name) {
    if (!this.key) return;
    // Only the latest answer is drawn: an earlier one may arrive late and show what was there before a change.
    const run = (this.loads[name] ?? 0) + 1;
    this.loads[name] = run;
    try {
      const response = await this.get(sources[name][0]);
      if (!response.ok || !this.key) return;
      const page = await response.json();
      if (run !== this.loads[name]) return;
      this.views[name].draw(page);
      this.loaded.add(name);
      if (name === "notes") this.speech.open(() => ({ [keyHeader]: this.key }));
      show($(`tab-${name}`), true);
      show($("staff-tabs"), true);
    } catch {
      // The tab, or the next opening of the page, tries again.
    }
  }

  // Resolves to an error's sentence, or to nothing.
  async actOn(name, action) {
    let reason = words.notArrived;
    try {
      const response = await post(sources[name][1], action, { [keyHeader]: this.key });
      const answer = response.ok ? await response.json() : null;
      if (answer) reason = answer.done ? "" : answer.reason;
    } catch {
      // Answered by the sentence.
    }
    await this.load(name);
    return reason;
  }

  get(path) {
    return fetch(path, { headers: { [keyHeader]: this.key }, cache: "no-store", credentials: "omit",
      signal: AbortSignal.timeout(8_000) });
  }

  // Calls of guests

  call(snapshot) {
    this.needsStaff = snapshot.needsStaff;
    if (!snapshot.needsStaff) this.callSeconds = undefined;
    this.drawCall();
  }

  drawCall() {
    this.bell.draw(this.needsStaff === true, this.key !== null, this.callSeconds);
  }

  // Status

  async tick() {
    if (isOnKiosk && performance.now() - this.lastTouch > unattended) return this.back();
    if (!this.key || this.isAsking) return;
    this.isAsking = true;
    this.ticks = (this.ticks ?? 0) + 1;
    if (["orders", "menu"].includes(this.tab) && this.ticks % reloadTicks === 0) this.load(this.tab);
    try {
      const response = await this.get("/staff/state");
      if (response.status === 401) this.close();
      else if (response.ok) this.draw(await response.json());
    } catch {
      // The next tick tries again.
    } finally {
      this.isAsking = false;
    }
  }

  async act(action) {
    try {
      const response = await post("/staff/action", action, { [keyHeader]: this.key });
      const answer = response.ok ? await response.json() : null;
      this.check.say(answer ? (answer.done ? "" : answer.reason) : words.notArrived);
    } catch {
      this.check.say(words.notArrived);
    }
    this.tick();
  }

  draw({ health, figures, staff }) {
    setText($("can-order"), health.canOrder ? words.staff.canOrder : words.staff.cannotOrder);
    $("can-order").classList.toggle("is-bad", !health.canOrder);
    keyed($("parts"), health.parts, (part) => part.name,
      (part) => make("li", { class: "part" }, make("span", { class: "part-name", text: part.name }),
        make("span", { class: "part-state" }), make("p", { class: "part-detail" })),
      (node, part) => {
        node.className = `part ${part.state}`;
        setText(node.querySelector(".part-state"), words.staff.states[part.state]);
        setText(node.querySelector(".part-detail"), part.detail);
      });
    const all = Object.entries({ ...figures, ...health.server }).sort(([a], [b]) => (a < b ? -1 : 1));
    this.facts($("metrics"), all.map(([name, value]) => [name, String(Math.round(value * 1000) / 1000)]));
    show($("today"), Boolean(staff));
    show($("today-none"), !staff);
    this.facts($("today"), staff ? this.today(staff.today) : []);
    show($("session-title"), Boolean(staff?.session));
    this.facts($("session"), staff?.session ? this.session(staff.session) : []);
    this.check.draw(staff?.check ?? null, Boolean(staff));
    this.callSeconds = staff?.callSeconds ?? undefined;
    this.drawCall();
  }

  today(today) {
    const text = { ...today, total: today.total.text,
      secondsPerOrder: today.secondsPerOrder == null ? "–" : words.staff.seconds(today.secondsPerOrder) };
    return Object.entries(words.staff.figures).map(([name, label]) => [label, String(text[name])]);
  }

  // State and times of the current session, the reason for the last end, and how often sessions ended for each reason.
  session({ state, duration, untilTimeout, lastEnd, ends }) {
    const text = words.staff.session;
    const rows = [[text.state, text.states[state]]];
    if (duration) rows.push([state === "active" ? text.duration : text.last, duration]);
    if (untilTimeout) rows.push([text.untilTimeout, untilTimeout]);
    if (lastEnd) rows.push([text.lastEnd, text.ends[lastEnd]]);
    return [...rows, ...ends.map(({ reason, count }) => [text.ends[reason], String(count)])];
  }

  facts(list, pairs) {
    const rows = pairs.flatMap(([label, value]) => [{ tag: "dt", key: `${label} name`, text: label },
      { tag: "dd", key: `${label} value`, text: value }]);
    keyed(list, rows, (row) => row.key, (row) => make(row.tag), (node, row) => setText(node, row.text));
  }

  // Levels arrive many times a second. A microphone that is gone sends none, and its last level is outdated.
  level(decibels) {
    const isHeard = decibels > -100;
    clearTimeout(this.levelTimer);
    if (isHeard) this.levelTimer = setTimeout(() => this.level(-120), 1_000);
    $("meter").style.setProperty("--level", Math.max(0, Math.min(1, (decibels + 80) / 80)).toFixed(3));
    setAttribute($("meter"), "aria-valuenow", Math.max(-80, Math.round(decibels)));
    setText($("meter-words"), isHeard ? words.staff.check.decibels(decibels) : words.staff.silent);
  }
}

new Staff();
