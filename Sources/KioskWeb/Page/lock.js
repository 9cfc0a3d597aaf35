// On the kiosk's own screen, disables the ways out of the page: browser shortcuts, right clicks and dragging. In an
// ordinary browser window shortcuts keep working.

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
  // Long touches and dragging do nothing.
  for (const name of ["contextmenu", "dragstart", "dragover", "drop"]) addEventListener(name, swallow);
}
