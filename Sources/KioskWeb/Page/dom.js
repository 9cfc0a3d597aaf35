// DOM helpers. The document is built from elements and text nodes only; text is never parsed as markup.

export const $ = (id) => document.getElementById(id);

// Creates an element. Properties become attributes, except `on…` handlers, `data` and `text`.
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Sets the text only if it differs, so that nothing flickers and screen readers announce only changes.
export function setText(node, text) {
  const value = text ?? "";
  if (node.textContent !== value) node.textContent = value;
}

export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, String(value));
  }
}

export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

// Matches a parent's children to a list. A child is reused while its key exists, updated in place, and moved only when
// the order changes.
export function keyed(parent, values, keyOf, create, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const keys = values.map((value) => String(keyOf(value)));
  // Removed children go first: otherwise the remaining ones would be moved before them, lose their focus and restart
  // their animations.
  for (const [key, child] of old) if (!keys.includes(key)) child.remove();
  let place = parent.firstElementChild;
  for (const [index, value] of values.entries()) {
    const key = keys[index];
    let child = old.get(key);
    if (child) {
      old.delete(key);
    } else {
      child = create(value);
      child.dataset.key = key;
    }
    update(child, value);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

export function clear(node) {
  node.replaceChildren();
}

export function openDialog(dialog) {
  if (!dialog.open) dialog.showModal();
}

export function closeDialog(dialog) {
  if (dialog.open) dialog.close();
}
