// The owner's notes on the staff page: questions and answers, and what guests asked that no note answers.

import { $, make, setText, setAttribute, show, keyed } from "./dom.js";
import { words } from "./words.js";

const text = words.staff.notes;
const empty = { note: null, open: null };

export class Notes {
  // `act` sends an action and resolves to an error's sentence, or to nothing.
  constructor(act) {
    this.act = act;
    this.page = null;
    this.chosen = empty;
    for (const [id, name] of [["notes-title", "title"], ["note-title", "edit"], ["note-question-label", "question"],
      ["note-answer-label", "answer"], ["note-private-label", "isPrivate"], ["open-title", "open"],
      ["open-none", "noneOpen"]]) setText($(id), text[name]);
    $("note-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    const button = (place, name, kind, run) => {
      const node = make("button", { type: name === "save" ? "submit" : "button", class: kind, text: text[name],
        data: { noteAction: name }, onclick: name === "save" ? null : run });
      $(place).append(node);
      return node;
    };
    button("notes-head", "add", "secondary", () => this.choose(empty));
    this.undoButton = button("notes-head", "undo", "secondary", () => this.run({ undo: {} }));
    button("notes-head", "reset", "quiet", () => this.run({ reset: {} }));
    this.clearButton = button("notes-head", "clear", "quiet", () => this.run({ clear: {} }));
    button("note-choices", "save", "primary large");
    this.deleteButton = button("note-choices", "delete", "secondary", () => this.remove());
    this.choose(empty, false);
  }

  // Keeps what is typed while the notes are asked for again.
  draw(page) {
    this.page = page;
    const titles = (note) => note.questions[0] ?? "";
    keyed($("note-list"), page.notes, (note) => note.id, (note) => this.row(note), (node, note) => {
      setAttribute(node.firstElementChild, "aria-pressed", String(this.chosen.note === note.id));
      node.classList.toggle("is-chosen", this.chosen.note === note.id);
      setText(node.querySelector(".note-question"), titles(note));
      setText(node.querySelector(".note-answer"), note.answer || text.noAnswer);
      setText(node.querySelector(".note-mark"), page.withheld.includes(note.id) ? text.withheld
        : note.isPrivate ? text.private : "");
    });
    keyed($("open-list"), page.open, (one) => one.id, (one) => this.openRow(one), (node, one) => {
      setText(node.querySelector(".open-count"), text.count(one.count));
      setText(node.querySelector(".open-text"), one.text);
      node.classList.toggle("is-chosen", this.chosen.open === one.id);
    });
    show($("open-none"), page.open.length === 0);
    show(this.undoButton, Boolean(page.undoable));
    this.clearButton.disabled = page.notes.length === 0;
    // What was chosen may be gone.
    if (this.chosen.note !== null && !page.notes.some((note) => note.id === this.chosen.note)) this.choose(empty);
    if (this.chosen.open !== null && !page.open.some((one) => one.id === this.chosen.open)) this.choose(empty);
  }

  row({ id }) {
    return make("li", { class: "note-row" },
      make("button", { type: "button", class: "note-name", onclick: () => this.choose({ note: id, open: null }) },
        make("span", { class: "note-question" }), make("span", { class: "note-answer" }),
        make("span", { class: "note-mark" })));
  }

  openRow({ id }) {
    return make("li", { class: "open-row" },
      make("span", { class: "open-count" }), make("span", { class: "open-text" }),
      make("button", { type: "button", class: "secondary open-answer", text: text.giveAnswer,
        onclick: () => this.choose({ note: null, open: id }) }),
      make("button", { type: "button", class: "quiet open-dismiss", text: text.dismiss,
        onclick: () => this.run({ dismiss: { open: id } }) }));
  }

  // Fills the form with a note, an open question, or nothing for a new note.
  choose(chosen, isFocused = true) {
    this.chosen = chosen;
    const note = this.page?.notes.find((one) => one.id === chosen.note);
    const open = this.page?.open.find((one) => one.id === chosen.open);
    $("note-question").value = note?.questions[0] ?? open?.text ?? "";
    $("note-question").readOnly = Boolean(open);
    $("note-answer").value = note?.answer ?? "";
    $("note-private").checked = note?.isPrivate ?? false;
    setText($("note-title"), note ? text.edit : open ? text.giveAnswer : text.new);
    setText($("note-alert"), "");
    show(this.deleteButton, Boolean(note));
    if (this.page) this.draw(this.page);
    if (isFocused) $(open || note ? "note-answer" : "note-question").focus();
  }

  // Fills the form with a spoken note. An open question keeps its words.
  take({ question, answer }) {
    if (this.chosen.open === null) {
      this.choose(empty, false);
      $("note-question").value = question;
    }
    $("note-answer").value = answer;
    $(question || this.chosen.open !== null ? "note-answer" : "note-question").focus();
  }

  async save() {
    const question = $("note-question").value.trim(), answer = $("note-answer").value.trim();
    const isPrivate = $("note-private").checked;
    const note = this.page?.notes.find((one) => one.id === this.chosen.note);
    const action = note
      ? { update: { note: { ...note, questions: [question, ...note.questions.slice(1)], answer, isPrivate } } }
      : this.chosen.open !== null ? { answer: { open: this.chosen.open, answer, isPrivate } }
        : { add: { question, answer, isPrivate } };
    if (!await this.run(action)) this.choose(empty, false);
  }

  remove() {
    this.run({ delete: { note: this.chosen.note } });
  }

  // Resolves to an error's sentence, or to nothing.
  async run(action) {
    setText($("note-alert"), "");
    const reason = await this.act(action);
    setText($("note-alert"), reason);
    return reason;
  }
}
