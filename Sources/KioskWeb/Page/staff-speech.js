// Speaking a note on the staff page: what is said becomes a question and its answer, for the staff to look over.

import { Desk } from "./desk.js";
import { $, setText, setAttribute, show } from "./dom.js";
import { sign } from "./icons.js";
import { Wave } from "./wave.js";
import { words } from "./words.js";

const text = words.staff.notes.speech;

export class NoteSpeech {
  // take(note) is given each spoken note.
  constructor(take) {
    this.take = take;
    this.state = { state: "idle", number: null };
    sign($("note-speak"), "microphone", text.speak);
    $("note-speak").addEventListener("click", () => this.desk?.act(this.isListening ? { stop: {} } : { start: {} }));
    this.wave = new Wave($("note-wave"));
  }

  // headers() has the staff's key.
  open(headers) {
    if (this.desk) return;
    const desk = new Desk("/staff/speech", { snapshot: (state) => this.draw(state),
      level: (decibels) => this.wave.push(decibels), online: () => {} },
    // A kiosk without a microphone has nobody who listens.
    { headers, refused: (status) => { if (status === 404) desk.close(); } });
    this.desk = desk;
  }

  close() {
    this.desk?.close();
    this.desk = null;
    this.state = { state: "idle", number: null };
    show($("note-speech"), false);
  }

  get isListening() {
    return this.state.state === "listening";
  }

  draw(state) {
    const before = this.state;
    this.state = state;
    show($("note-speech"), true);
    sign($("note-speak"), "microphone", this.isListening ? text.stop : text.speak);
    setAttribute($("note-speak"), "aria-pressed", String(this.isListening));
    $("note-speak").disabled = !state.canListen && !this.isListening;
    show($("note-wave"), this.isListening);
    if (!this.isListening) this.wave.clear();
    setText($("note-heard"), this.isListening ? state.transcript || text.listening
      : state.problem ? text.failed : state.canListen ? text.example : text.away);
    if (state.note && before.number !== null && state.number > before.number) this.take(state.note);
  }
}
