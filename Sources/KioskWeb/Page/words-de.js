// German text of the pages, except for what comes from the menu and the kiosk.

export const words = {
  brand: "Brews",
  largeText: "Große Schrift",
  startOver: "Neu beginnen",
  menu: "Speisekarte",

  welcome: {
    say: (phrase) => `Sagen Sie „${phrase}“`,
    touch: "Zum Bestellen berühren",
    orTouch: "oder berühren Sie das Mikrofon",
    byTouch: "Auf dem Bildschirm bestellen",
    start: "Bestellung beginnen",
  },

  microphone: {
    off: "Mikrofon aus",
    armed: (phrase) => `Wartet auf „${phrase}“`,
    listening: "Hört zu",
    hearing: "Hört Sie",
    speaking: "Spricht",
    unavailable: "Kein Mikrofon",
  },

  talk: {
    off: "Zum Sprechen berühren",
    armed: "Zum Sprechen berühren",
    listening: "Stumm schalten",
    hearing: "Stumm schalten",
    speaking: "Überspringen",
    unavailable: "Auf dem Bildschirm bestellen",
  },

  touchOnly: "Bitte bestellen Sie auf dem Bildschirm.",
  // Reasons why the microphone is off. Guests are not told any other fault.
  problem: { microphone: "Das Mikrofon ist gestört.", silence: "Das Mikrofon hört nichts.",
    starting: "Die Spracheingabe startet gerade.", staff: "Unser Personal prüft gerade das Mikrofon." },
  said: "Sie sagten",
  example: (phrase) => `Zum Beispiel: „${phrase}, please“`,
  correct: "Berichtigen",
  correction: { title: "Was wollten Sie sagen?", send: "Senden", cancel: "Abbrechen", space: "Leertaste",
    back: "Löschen", clear: "Leeren",
    overtaken: "Inzwischen wurde etwas anderes gehört. Bitte berichtigen Sie das." },

  order: {
    title: "Ihre Bestellung",
    empty: "Noch nichts da. Sagen Sie, was Sie möchten, oder berühren Sie es auf der Karte.",
    emptySilent: "Noch nichts da. Berühren Sie, was Sie möchten.",
    hearing: "Hört",
    total: "Summe",
    checkout: "Bestellen",
    change: "Ändern",
    remove: "Entfernen",
    fewer: (name) => `Einmal weniger ${name}`,
    more: (name) => `Einmal mehr ${name}`,
    changeLabel: (name) => `${name} ändern`,
    removeLabel: (name) => `${name} entfernen`,
    inQuestion: "Erst noch eine Frage",
  },

  item: {
    contains: (allergens) => `Enthält ${allergens.join(", ")}`,
    unsuitable: (allergens) => `Nichts für Sie: enthält ${allergens.join(", ")}`,
    soldOut: "Ausverkauft",
    touchOnly: "Wird auf dem Bildschirm bestätigt",
  },

  sheet: {
    close: "Schließen",
    required: "Bitte wählen Sie eins",
    one: "Wählen Sie eins",
    many: "Wählen Sie beliebig viele",
    missing: (name) => `Bitte wählen Sie: ${name}`,
    add: (price) => `Hinzufügen · ${price}`,
    save: (price) => `Übernehmen · ${price}`,
    extra: (price) => `+${price}`,
    quantity: "Wie viele",
    amounts: { none: "Ohne", light: "Wenig", regular: "Normal", extra: "Extra" },
  },

  option: (name, amount, count) => {
    const how = { none: "Ohne ", light: "Wenig ", extra: "Extra " }[amount] ?? "";
    return how + (count ? `${count} × ` : "") + name;
  },

  confirmation: {
    title: "Ist das richtig?",
    yes: "Ja, bestellen",
    no: "Nein, ändern",
    needsTouch: "Bitte antworten Sie auf dem Bildschirm",
    total: "Summe",
    countdown: (seconds) => `Ihre Bestellung wird in ${seconds} s aufgegeben.`,
    wait: "Warten",
  },

  placing: { title: "Ihre Bestellung wird aufgegeben", text: "Einen Augenblick, bitte." },
  payment: {
    number: "Ihre Nummer",
    counter: "Bitte zahlen Sie an der Theke",
    terminal: "Halten Sie Ihre Karte an das Terminal",
    paid: "Bezahlt. Vielen Dank",
    refused: "Die Kartenzahlung hat nicht geklappt. Bitte zahlen Sie an der Theke",
    cancelling: "Einen Moment bitte. Die Kartenzahlung wird abgebrochen",
    cancelled: "Die Kartenzahlung ist abgebrochen. Bitte zahlen Sie an der Theke",
    atCounter: "Lieber an der Theke zahlen",
    done: "Fertig",
  },
  thanks: { title: "Vielen Dank", text: "Wir rufen Ihre Nummer auf.", done: "Fertig" },
  failure: { title: "Das hat nicht geklappt", again: "Noch einmal", back: "Zurück zur Bestellung" },

  idle: { title: "Sind Sie noch da?", text: "Ihre Bestellung wird für den nächsten Gast gelöscht.",
    textEmpty: "Der Bildschirm wird für den nächsten Gast bereit gemacht.", here: "Ich bin noch da",
    over: "Bestellung löschen", overEmpty: "Neu beginnen" },

  away: "Einen Augenblick, bitte. Das Gerät startet neu.",
  notArrived: "Das ist nicht angekommen. Bitte berühren Sie es noch einmal.",

  staff: {
    title: "Personal",
    back: "Zurück zum Bestellen",
    code: "Code des Personals",
    enter: "Öffnen",
    back1: "Löschen",
    wrong: (left) => `Falscher Code. Noch ${left} ${left === 1 ? "Versuch" : "Versuche"}.`,
    locked: (seconds) => `Gesperrt. Neuer Versuch in ${seconds} s.`,
    leave: "Schließen",
    parts: "Teile",
    states: { ok: "In Ordnung", degraded: "Eingeschränkt", failed: "Ausgefallen" },
    canOrder: "Gäste können bestellen",
    cannotOrder: "Gäste können nicht bestellen",
    level: "Mikrofonpegel",
    silent: "kein Pegel",
    today: "Heute",
    noFigures: "Dieses Gerät führt keine Zahlen des Tages.",
    figures: {
      orders: "Bestellungen", total: "Verkauft", sessions: "Sitzungen", ordersByVoice: "Nur mit der Stimme",
      reasks: "Wiederholte Fragen", corrections: "Berichtigungen der Gäste",
      secondsPerOrder: "Zeit je Bestellung",
    },
    seconds: (value) => `${Math.round(value)} s`,
    session: {
      title: "Sitzung",
      states: { inactive: "Kein Gast", active: "Ein Gast bestellt", timedOut: "Zeit abgelaufen" },
      state: "Zustand", duration: "Dauer", last: "Letzte Sitzung", untilTimeout: "Bis zum Ablauf", lastEnd: "Letztes Ende",
      ends: { completed: "Bestellung aufgegeben", userEnded: "Vom Gast abgebrochen", timeout: "Zeit abgelaufen", error: "Fehlgeschlagen", newSession: "Ersetzt" },
    },
    metrics: "Messwerte",
    check: {
      title: "Mikrofonprüfung",
      intro: "Misst den Raum und bittet Sie dann, fünf Bestellungen von dort vorzulesen, wo Gäste stehen. Gäste " +
        "können unterdessen nicht mit der Stimme bestellen.",
      begin: "Beginnen",
      end: "Prüfung beenden",
      again: "Noch einmal lesen",
      skip: "Überspringen",
      quiet: "Bitte seien Sie einen Augenblick still",
      read: (number, of) => `Lesen Sie vor, ${number} von ${of}`,
      finished: (right, of) => `${right} von ${of} verstanden`,
      failed: "Das Mikrofon arbeitet nicht",
      noise: "Raum", speech: "Stimme", distance: "Stimme über Raum", clipped: "Übersteuert",
      decibels: (value) => (value === null || value === undefined ? "–" : `${Math.round(value)} dB`),
      percent: (value) => `${(value * 100).toFixed(1).replace(".", ",")} %`,
      heard: (text) => (text ? `Gehört: ${text}` : "Nichts gehört"),
      right: "Verstanden", wrong: "Nicht verstanden",
    },
  },
};
