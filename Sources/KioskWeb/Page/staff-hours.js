// Opening hours on the staff page: the pause, opening outside the hours, and the hours of each day of the week.

import { $, make, setText, setAttribute, show } from "./dom.js";
import { words } from "./words.js";

const text = words.staff.hours;
const standard = { opens: "07:00", closes: "18:00" };

export class OwnerHours {
  // `act` sends an action.
  constructor(act) {
    this.act = act;
    for (const [id, name] of [["opening-title", "title"], ["hours-save", "save"], ["hours-reset", "reset"]]) {
      setText($(id), text[name]);
    }
    $("pause").addEventListener("click", () => act({ pause: { isPaused: !this.isPaused } }));
    $("open-now").addEventListener("click", () => act({ openNow: { isOpen: !this.isOpenNow } }));
    $("hours-reset").addEventListener("click", () => this.send(null));
    $("hours-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(this.rows.map((row) => (row.isOpen.checked
        ? { opens: row.opens.value || standard.opens, closes: row.closes.value || standard.closes } : null)));
    });
    this.rows = text.days.map((day) => this.row(day));
    // Edited times are kept until they are saved.
    $("hours-form").addEventListener("input", () => {
      this.isEdited = true;
      this.follow();
    });
  }

  row(day) {
    const time = (label) => make("input", { type: "time", "aria-label": `${day}: ${label}`, required: true });
    const row = { isOpen: make("input", { type: "checkbox" }), opens: time(text.opens), closes: time(text.closes) };
    $("hours-week").append(make("li", { class: "hours-row" },
      make("label", { class: "hours-day" }, row.isOpen, make("span", { text: day })),
      make("span", { class: "hours-times" }, row.opens, row.closes)));
    return row;
  }

  async send(hours) {
    this.isEdited = false;
    await this.act({ hours: { hours } });
  }

  draw(door) {
    this.isPaused = door.isPaused === true;
    this.isOpenNow = Boolean(door.openUntil);
    setText($("pause"), this.isPaused ? words.staff.orders.resume : words.staff.orders.pause);
    setText($("pause-note"), this.isPaused ? words.staff.orders.isPaused : this.note(door));
    setText($("open-now"), this.isOpenNow ? text.keepHours : text.openNow);
    show($("open-now"), !this.isPaused && (this.isOpenNow || Boolean(door.closed)));
    show($("hours-reset"), door.isStandard !== true);
    if (this.isEdited) return;
    for (const [index, row] of this.rows.entries()) {
      const day = door.hours ? door.hours[index] : null;
      row.isOpen.checked = Boolean(day);
      row.opens.value = (day ?? standard).opens;
      row.closes.value = (day ?? standard).closes;
    }
    this.follow();
  }

  note(door) {
    if (door.openUntil) return text.isOpenUntil(door.openUntil);
    if (door.closed) return text.isClosed(door.closed);
    return door.hours ? "" : text.always;
  }

  // A closed day has no times.
  follow() {
    for (const { isOpen, opens, closes } of this.rows) {
      for (const time of [opens, closes]) setAttribute(time, "disabled", isOpen.checked ? null : "");
    }
  }
}
