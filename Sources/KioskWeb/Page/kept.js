// What a page needs after a reload. It is kept with the page's entry in the browser's history and nowhere else, and is
// gone when the page is left.

export function kept(name) {
  return history.state?.[name];
}

export function keep(name, value) {
  if (kept(name) !== value) history.replaceState({ ...history.state, [name]: value }, "");
}

export function forget() {
  history.replaceState(null, "");
}
