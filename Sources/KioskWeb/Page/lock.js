// On a kiosk's screen nothing leads out of the page: keys that belong to the browser, right clicks and dragging do nothing. A browser window
// of somebody's own keeps its keys.

const editing = new Set(["a", "c", "v", "x", "z"]);
const browsers = /^(F\d+|Browser\w+|Launch\w+|ContextMenu|Cancel|Help|Print|Open|Save|Find|ZoomToggle)$/;

function isBrowsers(event) {
  if (event.ctrlKey && !event.altKey && !event.shiftKey && editing.has(event.key.toLowerCase())) return false;
  return event.ctrlKey || event.altKey || event.metaKey || browsers.test(event.key);
}

export function lock() {
  const isScreen = matchMedia("(display-mode: fullscreen)");
  const swallow = (event) => event.preventDefault();
  const onScreen = (isUnwanted) => (event) => {
    if (isScreen.matches && isUnwanted(event)) swallow(event);
  };
  addEventListener("keydown", onScreen(isBrowsers), true);
  addEventListener("wheel", onScreen((event) => event.ctrlKey), { capture: true, passive: false });
  addEventListener("auxclick", onScreen(() => true), true);
  // A long touch is no right click, and nothing is to be dragged.
  for (const name of ["contextmenu", "dragstart", "dragover", "drop"]) addEventListener(name, swallow);
}
