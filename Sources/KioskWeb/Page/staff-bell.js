// A guest's call on the staff page: shown at once, also before the code is entered, with two tones every three seconds
// until somebody answers.

import { $, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

const interval = 3_000; // ms
const tones = [[880, 0], [660, 0.22]]; // Hz, and seconds after the first
const length = 0.2; // s

export class StaffBell {
  constructor(answer) {
    $("call-sign").append(icon("bell"));
    setText($("call-title"), words.staff.need);
    setText($("call-answer"), words.staff.answer);
    $("call-answer").addEventListener("click", answer);
    // Browsers play sound only after somebody has touched the page.
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.unlock(), true);
  }

  unlock() {
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume();
  }

  draw(isCalled, isOpen, seconds) {
    show($("call"), isCalled);
    show($("call-answer"), isOpen);
    setText($("call-text"), !isCalled ? "" : !isOpen ? words.staff.enterToAnswer
      : seconds === undefined ? "" : words.staff.waiting(words.staff.seconds(seconds)));
    if (isCalled && !this.timer) {
      this.ring();
      this.timer = setInterval(() => this.ring(), interval);
    } else if (!isCalled) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  ring() {
    this.unlock();
    for (const [frequency, delay] of tones) {
      const start = this.audio.currentTime + delay;
      const tone = new OscillatorNode(this.audio, { frequency });
      const volume = new GainNode(this.audio, { gain: 0 });
      // Without a click at either end.
      volume.gain.setTargetAtTime(0.4, start, 0.01);
      volume.gain.setTargetAtTime(0, start + length - 0.05, 0.015);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  }
}
