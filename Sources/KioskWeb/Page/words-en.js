// English text of the pages, except for what comes from the menu and the kiosk. Another language is another file of
// this form.

export const words = {
  brand: "Brews",
  textSize: (size) => `Text size: ${size}`,
  textSizes: { regular: "regular", large: "large", largest: "largest" },
  reach: "Lower everything within reach",
  reachBelow: "Everything you need is below.",
  chosen: "chosen",
  startOver: "Start over",
  menu: "Menu",

  found: (count) => `Found (${count})`,

  welcome: {
    say: (phrase) => `Say “${phrase}”`,
    touch: "Touch to order",
    orTouch: "or touch the microphone to start",
    byTouch: "Order by touch",
    search: "Look something up",
    start: "Start your order",
  },

  microphone: {
    off: "Microphone off",
    armed: (phrase) => `Waiting for “${phrase}”`,
    listening: "Listening",
    hearing: "Hearing you",
    speaking: "Speaking",
    unavailable: "No microphone",
  },

  // Label of the microphone button in each state.
  talk: {
    off: "Touch to talk",
    armed: "Touch to talk",
    listening: "Touch to mute",
    hearing: "Touch to mute",
    speaking: "Touch to skip",
    unavailable: "Order by touch",
  },

  touchOnly: "Please order by touch.",
  // Reasons why the microphone is off. Guests are not told any other fault.
  problem: { microphone: "The microphone is out of order.", silence: "The microphone hears nothing.",
    starting: "Voice ordering is getting ready.", staff: "Our staff are trying the microphone." },
  said: "You said",
  example: (phrase) => `Try “${phrase}, please”`,
  correct: "Correct this",
  correction: { title: "What did you mean to say?", send: "Send", cancel: "Cancel", space: "space", back: "Delete",
    clear: "Clear",
    overtaken: "Something else was heard meanwhile. Please correct that." },

  order: {
    title: "Your order",
    empty: "Nothing here yet. Say what you would like, or touch it on the menu.",
    emptySilent: "Nothing here yet. Touch what you would like.",
    hearing: "Hearing",
    total: "Total",
    checkout: "Check out",
    change: "Change",
    remove: "Remove",
    fewer: (name) => `One fewer ${name}`,
    more: (name) => `One more ${name}`,
    changeLabel: (name) => `Change ${name}`,
    removeLabel: (name) => `Remove ${name}`,
    inQuestion: "One question first",
  },

  item: {
    contains: (allergens) => `Contains ${allergens.join(", ")}`,
    unsuitable: (allergens) => `Not for you: contains ${allergens.join(", ")}`,
    soldOut: "Sold out",
    touchOnly: "Confirmed by touch",
  },

  sheet: {
    close: "Close",
    required: "Please choose one",
    one: "Choose one",
    many: "Choose any",
    missing: (name) => `Please choose: ${name}`,
    add: (price) => `Add · ${price}`,
    save: (price) => `Save · ${price}`,
    extra: (price) => `+${price}`,
    quantity: "How many",
    amounts: { none: "None", light: "Light", regular: "Regular", extra: "Extra" },
  },

  // Text of an option on a line of the order.
  option: (name, amount, count) => {
    const how = { none: "No ", light: "Light ", extra: "Extra " }[amount] ?? "";
    // "Light brown sugar", but "Light BBQ sauce".
    const inside = how && /^.[a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
    return how + (count ? `${count} × ` : "") + inside;
  },

  confirmation: {
    title: "Is this right?",
    yes: "Yes, order",
    no: "No, change it",
    needsTouch: "Please answer by touch",
    total: "Total",
    countdown: (seconds) => `Your order will be placed in ${seconds} s.`,
    wait: "Wait",
  },

  placing: { title: "Placing your order", text: "One moment, please." },
  payment: {
    number: "Your number",
    counter: "Please pay at the counter",
    terminal: "Hold your card to the terminal",
    paid: "Paid. Thank you",
    refused: "The card payment did not go through. Please pay at the counter",
    cancelling: "One moment, please. The card payment is being cancelled",
    cancelled: "The card payment is cancelled. Please pay at the counter",
    atCounter: "Pay at the counter instead",
    keep: "Keep this on screen",
    kept: "Kept on screen",
    done: "Done",
  },
  thanks: { title: "Thank you", text: "We will call your number." },
  failure: { title: "That did not work", again: "Try again", back: "Back to my order" },

  idle: { title: "Are you still there?", text: "Your order will be cleared for the next guest.",
    textEmpty: "The kiosk will get ready for the next guest.", here: "I’m still here", over: "Clear my order",
    overEmpty: "Start over" },

  staffCall: { call: "Call staff", called: "Staff have been called. Please wait here.", coming: "Somebody is on the way to you.",
    unanswered: "Nobody has answered yet. Please ask at the counter.",
    cancel: "Cancel the call", again: "Call again" },

  away: "One moment, please. The kiosk is starting again.",
  notArrived: "That did not arrive. Please touch again.",

  search: {
    title: "Search", label: "What are you looking for?", go: "Search", back: "To the order", results: "Results",
    examples: ["the great gatsby", "something by jane austen", "books from the eighteen fifties", "latte"],
    searching: "Searching…", tryAgain: "Try again", searchAgain: "Search again",
    found: (count, query) => `${count} found for “${query}”`, nothing: (query) => `Nothing found for “${query}”.`,
    failed: "The search did not work. Please try again.", notAdded: "That did not work. Please try again.",
    kinds: { books: "Book", songs: "Song", things: "Thing", menu: "Menu" },
    add: "Add to list", order: "Add to order", adding: "Adding…", added: "Added", unavailable: "Not available",
    wasAdded: (title) => `Added: ${title}`,
    speak: "Speak", stop: "Stop", cancel: "Cancel", listening: "I'm listening…",
    sayOrType: "Say or type what you are looking for, for example:", type: "For example:",
    problems: {
      microphone: "The microphone does not work. You can type instead.",
      recognizer: "Searching by voice is not ready. You can type instead.",
      busy: "I can't listen right now. Please try again, or type.", nothingHeard: "I heard nothing. Please try again.",
      search: "The search did not work. Please try again.", late: "That took too long. Please try again.",
    },
    list: {
      open: (count) => `Your list (${count})`, title: "Your list", scan: "Scan this code to take your list along.",
      print: "Print", close: "Close", remove: (title) => `Remove ${title}`,
    },
  },
  staff: {
    need: "A guest needs help",
    waiting: (text) => `Waiting for ${text}`,
    answer: "I’m on my way",
    enterToAnswer: "Enter the code to answer.",
    title: "Staff",
    back: "Back to the kiosk",
    code: "Staff code",
    enter: "Open",
    back1: "Delete",
    wrong: (left) => `Wrong code. ${left} ${left === 1 ? "try" : "tries"} left.`,
    locked: (seconds) => `Locked. Try again in ${seconds} s.`,
    leave: "Close",
    parts: "Parts",
    states: { ok: "OK", degraded: "Degraded", failed: "Failed" },
    canOrder: "Guests can order",
    cannotOrder: "Guests cannot order",
    level: "Microphone level",
    silent: "no level",
    today: "Today",
    noFigures: "This kiosk keeps no figures of the day.",
    figures: {
      orders: "Orders", total: "Sold", sessions: "Sessions", ordersByVoice: "Orders by voice",
      reasks: "Questions repeated", corrections: "Corrections by guests",
      secondsPerOrder: "Time per order",
    },
    seconds: (value) => `${Math.round(value)} s`,
    session: {
      title: "Session",
      states: { inactive: "No guest", active: "A guest is ordering", timedOut: "Timed out" },
      state: "State", duration: "Duration", last: "Last session", untilTimeout: "Until time-out", lastEnd: "Last end",
      ends: { completed: "Order placed", userEnded: "Cancelled by the guest", timeout: "Timed out", error: "Failed", newSession: "Replaced" },
    },
    tabs: { board: "Overview", menu: "Menu", orders: "Orders", voices: "Voice", notes: "Notes" },
    menu: {
      title: "Menu", find: "Find", say: "Say it in a sentence", example: "We’re out of oat milk",
      tell: "Tell the kiosk", edit: "Change", choose: "Choose an item or an option on the list.",
      price: "New price", soldOutToday: "Sold out today", soldOut: "Sold out until I put it back",
      back: "Can be ordered again", setPrice: "Set the price", resetPrice: "Back to the menu’s price",
      isSoldOut: "Sold out", isAway: "Not available", waiting: "The kiosk follows as soon as nobody orders.",
      until: (day) => `Sold out until ${day}`, insteadOf: (price) => `instead of ${price}`,
    },
    orders: {
      title: "Orders today", none: "No orders yet today.", best: "Sold most today",
      number: (value) => `No. ${value}`,
      marks: { none: "To be paid", open: "To be paid", paid: "Paid", void: "Cancelled", refunded: "Refunded" },
      actions: { paid: "Paid", void: "Cancel the order", refunded: "Refund", open: "Not paid" },
    },
    notes: {
      title: "Notes", add: "New note", new: "New note", edit: "Note", undo: "Undo", save: "Save", delete: "Delete",
      question: "Question", answer: "Answer", isPrivate: "For the staff only", private: "Staff only",
      withheld: "Not told to guests: allergens come from the menu only", noAnswer: "No answer yet",
      open: "Guests asked", noneOpen: "No open questions.", count: (count) => `${count} ×`, giveAnswer: "Answer",
      dismiss: "Dismiss",
    },
    voices: {
      title: "Voices", language: "Language", allLanguages: "All", showHidden: "Show hidden ones",
      tuning: "This kiosk’s voice", rate: "Speed", pitch: "Pitch", volume: "Volume",
      values: { rate: (value) => `${value} words a minute`, pitch: (value) => String(value),
        volume: (value) => `${value} %` },
      use: "Use this voice", play: "Listen", reset: "Back to the default", playVoice: (name) => `Listen to ${name}`,
      inUse: "In use", hide: "Hide", showVoice: "Show",
      isUsed: "The kiosk speaks like this.", isNotUsed: "Not used yet: guests hear the voice in use.",
    },
    metrics: "Measurements",
    check: {
      title: "Microphone check",
      intro: "Measures the room, then asks you to read five orders aloud from where guests stand. Guests cannot " +
        "order by voice meanwhile.",
      begin: "Begin",
      end: "End the check",
      again: "Read again",
      skip: "Skip",
      quiet: "Please be quiet for a moment",
      read: (number, of) => `Read aloud, ${number} of ${of}`,
      finished: (right, of) => `${right} of ${of} understood`,
      failed: "The microphone does not work",
      noise: "Room", speech: "Voice", distance: "Voice over room", clipped: "Clipped",
      decibels: (value) => (value === null || value === undefined ? "–" : `${Math.round(value)} dB`),
      percent: (value) => `${(value * 100).toFixed(1)} %`,
      heard: (text) => (text ? `Heard: ${text}` : "Heard nothing"),
      right: "Understood", wrong: "Not understood",
    },
  },
};
