// Selects the visible screen and draws the full-screen ones: welcome, confirmation, placing, payment, thanks, failure,
// and the question whether the guest is still there.

import { $, make, setText, show, clear, openDialog, closeDialog } from "./dom.js";
import { icon, sign } from "./icons.js";
import { words } from "./words.js";

const moments = ["placing", "payment", "thanks", "failure"];
const paymentSigns = { counter: "counter", terminal: "card", cancelling: "wait", paid: "check", refused: "warning",
  cancelled: "counter" };
const headings = { welcome: "welcome-title", ordering: "order-title", confirmation: "confirmation-title" };

export class Screens {
  constructor(page) {
    this.page = page;
    const touch = (id, action) => $(id).addEventListener("click", () => page.act(action));
    $("welcome-talk").addEventListener("click", () => page.act(page.snapshot?.microphone.state === "unavailable"
      ? { startSilently: {} } : { start: {} }));
    $("welcome-talk").setAttribute("aria-label", words.welcome.start);
    setText($("welcome-touch"), words.welcome.byTouch);
    touch("welcome-touch", { startSilently: {} });
    setText($("welcome-search"), words.welcome.search);
    show($("welcome-search"), Boolean(page.menu.hasSearchPage));
    setText($("confirmation-title"), words.confirmation.title);
    setText($("needs-touch"), words.confirmation.needsTouch);
    sign($("yes"), "check", words.confirmation.yes);
    sign($("no"), "pencil", words.confirmation.no);
    $("yes").addEventListener("click", () => this.confirm());
    touch("no", { reject: {} });
    setText($("wait"), words.confirmation.wait);
    touch("wait", { stillHere: {} });
    setText($("idle-title"), words.idle.title);
    setText($("idle-here"), words.idle.here);
    touch("idle-here", { stillHere: {} });
    touch("idle-over", { startOver: {} });
    // Closing the question with a key also answers it.
    $("idle").addEventListener("cancel", (event) => {
      event.preventDefault();
      page.act({ stillHere: {} });
    });
  }

  // Sends one confirmation, however often the button is touched.
  async confirm() {
    if (this.isConfirming) return;
    this.isConfirming = true;
    $("yes").disabled = true;
    await this.page.act({ confirm: {} });
    this.isConfirming = false;
    $("yes").disabled = false;
  }

  draw(snapshot, isNew) {
    const { screen } = snapshot;
    show($("welcome"), screen === "welcome");
    show($("counter"), screen === "ordering" || screen === "confirmation");
    show($("confirmation"), screen === "confirmation");
    show($("needs-touch"), screen === "confirmation" && snapshot.needsTouch);
    show($("moment"), moments.includes(screen));
    this.drawWelcome(snapshot);
    this.drawMoment(snapshot);
    // Captions have a place on every screen; the ordering screen has its own.
    this.drawCaption($("welcome-caption"), screen === "welcome" ? snapshot.caption : "");
    this.drawCaption($("moment-caption"), moments.includes(screen) && snapshot.caption !== $("moment-text").textContent
      ? snapshot.caption : "");
    this.drawIdle(snapshot);
    this.drawCountdown(snapshot);
    if (!isNew) return;
    if (screen !== "ordering") this.page.sheet.close();
    // Corrections concern an order that is still open.
    if (screen !== "ordering" && screen !== "confirmation") this.page.voice.wipe();
    const heading = $(headings[screen] ?? "moment-title");
    if (!document.querySelector("dialog[open]")) heading.focus({ preventScroll: true });
  }

  drawWelcome({ microphone, screen }) {
    if (screen !== "welcome") return;
    const hears = microphone.state === "armed";
    setText($("welcome-title"), hears ? words.welcome.say(this.page.menu.wakePhrase) : words.welcome.touch);
    setText($("welcome-hint"), hears ? words.welcome.orTouch : "");
    show($("welcome-hint"), hears);
    show($("welcome-touch"), microphone.state !== "unavailable");
  }

  drawMoment(snapshot) {
    const { screen, placed } = snapshot;
    const payment = placed?.payment ?? "counter";
    $("moment").dataset.payment = screen === "payment" ? payment : "";
    const view = {
      placing: () => ({ sign: "wait", title: words.placing.title, text: words.placing.text }),
      payment: () => ({
        sign: paymentSigns[payment], title: words.payment.number, number: placed?.number,
        text: words.payment[payment], total: placed?.total.text,
        buttons: payment === "cancelling" ? [] : payment === "terminal"
          ? [[words.payment.atCounter, "secondary", { dismiss: {} }]] : this.numberButtons(placed),
      }),
      thanks: () => ({
        sign: paymentSigns[payment === "paid" ? "paid" : "counter"], title: words.thanks.title, number: placed?.number,
        text: !placed ? "" : payment === "paid" ? words.thanks.text
          : `${words.payment.counter}. ${words.thanks.text}`,
        buttons: this.numberButtons(placed),
      }),
      failure: () => ({
        sign: "warning", title: words.failure.title, text: snapshot.failure,
        buttons: [[words.failure.back, "secondary", { dismiss: {} }],
          [words.failure.again, "primary", { confirm: {} }]],
      }),
    }[screen]?.() ?? {};
    setText($("moment-title"), view.title);
    setText($("number"), view.number);
    setText($("moment-text"), view.text);
    setText($("moment-total"), view.total);
    show($("number"), view.number !== undefined);
    show($("moment-total"), view.total !== undefined);
    this.drawSign(view.sign);
    this.drawButtons(view.buttons ?? []);
  }

  numberButtons(placed) {
    const keep = placed?.isKept ? [words.payment.kept, "kept"] : [words.payment.keep, "secondary", { stillHere: {} }];
    return [keep, [words.payment.done, "primary", { dismiss: {} }]];
  }

  drawCaption(node, caption) {
    setText(node, caption);
    show(node, caption !== "");
  }

  drawSign(name) {
    const place = $("moment-sign");
    if (place.dataset.sign === (name ?? "")) return;
    place.dataset.sign = name ?? "";
    clear(place);
    if (name === "wait") place.append(make("span", { class: "wait" }), make("span", { class: "wait" }),
      make("span", { class: "wait" }));
    else if (name) place.append(icon(name));
  }

  drawButtons(buttons) {
    const place = $("moment-choices");
    const key = buttons.map(([label]) => label).join("|");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    clear(place);
    for (const [label, kind, action] of buttons) {
      // What has been done already is a note in the button's place.
      place.append(action ? make("button", { type: "button", class: `${kind} large`, text: label,
        onclick: () => this.page.act(action) }) : make("p", { class: `${kind} large`, text: label }));
    }
  }

  // Silence places the order at the end of the countdown; any touch or speech stops it.
  drawCountdown({ screen, confirmSecondsLeft }) {
    const isCounting = screen === "confirmation" && confirmSecondsLeft !== undefined && confirmSecondsLeft !== null;
    setText($("countdown-text"), isCounting ? words.confirmation.countdown(confirmSecondsLeft) : "");
    show($("countdown"), isCounting);
  }

  drawIdle({ idleSecondsLeft, cart }) {
    const isAsking = idleSecondsLeft !== undefined && idleSecondsLeft !== null;
    setText($("idle-seconds"), isAsking ? idleSecondsLeft : "");
    setText($("idle-text"), cart.length ? words.idle.text : words.idle.textEmpty);
    setText($("idle-over"), cart.length ? words.idle.over : words.idle.overEmpty);
    if (isAsking) openDialog($("idle"));
    else closeDialog($("idle"));
  }
}
