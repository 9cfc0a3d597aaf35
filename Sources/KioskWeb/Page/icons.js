// Icons as strokes on a grid of 24.

const namespace = "http://www.w3.org/2000/svg";

const paths = {
  microphone: ["M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3z", "M5.5 11.5a6.5 6.5 0 0 0 13 0", "M12 18v3"],
  muted: ["M15 10V6.5a3 3 0 0 0-5.8-1.1", "M9 9v2.5a3 3 0 0 0 4.5 2.6", "M5.5 11.5a6.5 6.5 0 0 0 9.9 5.5",
    "M18.5 11.5a6.5 6.5 0 0 1-.8 3.1", "M12 18v3", "M4 4l16 16"],
  speaking: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", "M15.5 9a4.2 4.2 0 0 1 0 6", "M18 6.5a7.8 7.8 0 0 1 0 11"],
  hand: ["M9 11.5V5.2a1.7 1.7 0 0 1 3.4 0v5.3", "M12.4 10.5a1.65 1.65 0 0 1 3.3 0v1",
  "M15.7 11.5a1.65 1.65 0 013.3 0v3.2c0 3.4-2.4 6.3-5.9 6.3-2.7 0-4.2-1-5.6-3.3l-2.6-4.3a1.65 1.65 0 012.7-1.9L9 13.5",
  ],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  pencil: ["M4 20l1-4.5L15.8 4.7a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L8.5 19z", "M14 6.5l3.5 3.5"],
  bin: ["M5 7h14", "M10 7V4.5h4V7", "M6.8 7l.8 12.5h8.8L17.2 7"],
  check: ["M5 12.5l4.8 4.8L19.5 7"],
  card: ["M3.5 6.5h17v11h-17z", "M3.5 10.5h17", "M7 14.5h3"],
  counter: ["M4.5 16.5a7.5 7.5 0 0 1 15 0z", "M3 19.5h18", "M12 9V6.2", "M10.3 6.2h3.4"],
  warning: ["M12 4L2.8 19.5h18.4z", "M12 10v4.5", "M12 17.2v.1"],
  restart: ["M5 12a7 7 0 1 0 2.2-5.1", "M7.5 3v4.2h4.2"],
  text: ["M3 18L7.5 6.5 12 18", "M4.6 14.2h5.8", "M14.5 18l3-7.5 3 7.5", "M15.5 15.7h4"],
  bell: ["M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15z", "M10.3 21h3.4", "M12 5V3"],
  wheelchair: ["M10.5 4.2a1.4 1.4 0 1 0 .1 0z", "M10.5 8.2v6h5.2l2.6 5 1.7-.8", "M10.7 10.8h4",
    "M8.2 11.6a5 5 0 1 0 6.9 6.4"],
  book: ["M5 4.5h11a2.5 2.5 0 0 1 2.5 2.5v13H7.5A2.5 2.5 0 0 1 5 17.5z", "M5 17.5A2.5 2.5 0 0 1 7.5 15h11",
    "M9 8.5h5.5"],
  note: ["M9.5 17.5v-12l9-1.8v12", "M9.5 17.5a2.6 2.6 0 1 1-2.6-2.6h2.6z", "M18.5 15.7a2.6 2.6 0 1 1-2.6-2.6h2.6z"],
  tag: ["M4 4.5h7.5L20 13l-7 7-9-8.5z", "M8.2 8.4v.1"],
  cup: ["M5 8h11.5v5a5.7 5.7 0 0 1-11.5 0z", "M16.5 9.5h1.3a2.6 2.6 0 0 1 0 5.2h-1.9", "M5 20.5h11.5"],
  muffin: ["M6 11.5a6 6 0 0 1 12 0z", "M7 11.5l1.5 8.5h7l1.5-8.5", "M10.5 11.5l.5 8.5", "M13.5 11.5l-.5 8.5"],
  sandwich: ["M4 10.5c0-4 3.6-5.5 8-5.5s8 1.5 8 5.5z",
    "M4 13.5c1.6 1.5 3.2 1.5 4.8 0 1.6 1.5 3.2 1.5 4.8 0 1.6 1.5 3.2 1.5 6.4 0",
    "M4.5 16.5h15v1a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2z"],
  plate: ["M12 4.5a7.5 7.5 0 1 0 .1 0z", "M12 8a4 4 0 1 0 .1 0z"],
  camera: ["M4 8h3.2l1.6-2.5h6.4L16.8 8H20v10.5H4z", "M12 9.8a3.4 3.4 0 1 0 .1 0z"],
  keyboard: ["M3.5 6.5h17v11h-17z", "M7 10h.1", "M10.3 10h.1", "M13.6 10h.1", "M16.9 10h.1", "M8 14h8"],
  down: ["M6 9.5l6 6 6-6"],
  contrast: ["M12 4a8 8 0 1 0 .1 0z", "M12 4v16", "M14.7 5.2v13.6", "M17.4 7v10"],
  headphones: ["M4.5 14v-2a7.5 7.5 0 0 1 15 0v2", "M4.5 13.5h3v6H6A1.5 1.5 0 0 1 4.5 18z",
    "M19.5 13.5h-3v6H18a1.5 1.5 0 0 0 1.5-1.5z"],
  back: ["M19 12H5", "M11 6l-6 6 6 6"],
};

// An icon as an SVG element, hidden from screen readers because text stands beside it.
export function icon(name) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.icon = name;
  for (const path of paths[name]) {
    const line = document.createElementNS(namespace, "path");
    line.setAttribute("d", path);
    svg.append(line);
  }
  return svg;
}

// Puts an icon before a button's text, or replaces the existing one.
export function sign(button, name, words) {
  const old = button.querySelector(":scope > .icon");
  if (old?.dataset.icon !== name) {
    const made = icon(name);
    if (old) old.replaceWith(made);
    else button.prepend(made);
  }
  if (words === undefined) return;
  let label = button.querySelector(":scope > .words");
  if (!label) {
    label = document.createElement("span");
    label.className = "words";
    button.append(label);
  }
  if (label.textContent !== words) label.textContent = words;
}
