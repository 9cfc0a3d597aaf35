// Microphone check of the staff page: draws one value and sends button presses.

import { $, make, setText, show, keyed, clear } from "./dom.js";
import { words } from "./words.js";

const text = words.staff.check;

export class Check {
  constructor(act) {
    this.act = act;
    setText($("check-title"), text.title);
    setText($("check-intro"), text.intro);
  }

  say(sentence) {
    setText($("check-alert"), sentence);
  }

  draw(check, isPossible) {
    show($("check"), check !== null);
    show($("check-intro"), check === null);
    this.buttons(check, isPossible);
    if (!check) return;
    const right = check.readings.filter((reading) => reading.isRight).length;
    const phase = {
      quiet: text.quiet,
      reading: text.read(check.readings.length + 1, check.sentences),
      finished: text.finished(right, check.sentences),
      failed: text.failed,
    }[check.phase];
    setText($("check-phase"), phase);
    setText($("check-sentence"), check.phase === "reading" ? check.sentence : "");
    this.facts(check);
    keyed($("readings"), check.readings.map((reading, index) => ({ ...reading, index })), (reading) => reading.index,
      () => make("li", { class: "reading" }, make("p", { class: "reading-words" }),
        make("p", { class: "reading-heard" }), make("p", { class: "reading-result" })),
      (node, reading) => {
        node.classList.toggle("is-wrong", !reading.isRight);
        setText(node.children[0], reading.sentence);
        setText(node.children[1], text.heard(reading.heard));
        setText(node.children[2], reading.isRight ? text.right : text.wrong);
      });
    keyed($("advice"), check.advice, (sentence) => sentence, () => make("li"), setText);
  }

  facts({ noiseFloor, speechLevel, clippedShare }) {
    const isMeasured = noiseFloor != null && speechLevel != null;
    const pairs = [
      [text.noise, text.decibels(noiseFloor)], [text.speech, text.decibels(speechLevel)],
      [text.distance, text.decibels(isMeasured ? speechLevel - noiseFloor : null)],
      [text.clipped, text.percent(clippedShare)],
    ];
    const rows = pairs.flatMap(([label, value]) => [{ tag: "dt", key: `${label} name`, text: label },
      { tag: "dd", key: `${label} value`, text: value }]);
    keyed($("check-facts"), rows, (row) => row.key, (row) => make(row.tag), (node, row) => setText(node, row.text));
  }

  // Recreated only when they change, so that a touch never falls between two of them.
  buttons(check, isPossible) {
    const running = check?.phase === "reading" ? ["end", "again", "skip"] : ["end"];
    const wanted = !isPossible ? [] : check === null ? ["begin"] : running;
    const place = $("check-choices");
    if (place.dataset.key === wanted.join()) return;
    place.dataset.key = wanted.join();
    clear(place);
    const actions = { begin: { beginCheck: {} }, end: { endCheck: {} }, again: { readAgain: {} },
      skip: { skipSentence: {} } };
    for (const name of wanted) {
      place.append(make("button", {
        type: "button", class: name === "begin" ? "primary large" : "secondary", text: text[name],
        data: { check: name }, onclick: () => this.act(actions[name]),
      }));
    }
  }
}
