// The connection of a page that has a state of its own on the kiosk: a session, begun anew where the kiosk has
// forgotten it.

import { keep, kept } from "./kept.js";
import { Events, post } from "./link.js";

const patience = 4_000; // ms that an action waits for the first session

export class Desk extends Events {
  #path;
  #options;
  #session;
  #begun = Promise.withResolvers();

  // options: isKept, whether the session outlives a reload; kept(), what the kiosk is to continue with; headers(), of the staff's pages; refused(status), told when no
  // session can be begun.
  constructor(path, handlers, options = {}) {
    super(handlers);
    this.#path = path;
    this.#options = options;
  }

  async address() {
    // The fields of this class are there only after those of the class above.
    await null;
    const { isKept } = this.#options;
    if (isKept) this.#session ??= kept("session");
    const response = await post(`${this.#path}/open`, { session: this.#session, kept: this.#options.kept?.() },
      this.#options.headers?.());
    if (!response.ok) {
      this.#options.refused?.(response.status);
      throw new Error(String(response.status));
    }
    this.#session = (await response.json()).session;
    if (isKept) keep("session", this.#session);
    this.#begun.resolve();
    return `${this.#path}/events/${this.#session}`;
  }

  // Where a file of the session is.
  file(name) {
    return `${this.#path}/files/${this.#session}/${name}`;
  }

  async send(action) {
    // A page may be touched before the kiosk knows it.
    await Promise.race([this.#begun.promise, new Promise((resolve) => setTimeout(resolve, patience))]);
    const response = await post(`${this.#path}/act`, action, { "X-Brews-Session": this.#session ?? "" });
    // The kiosk has forgotten this page; it begins again.
    if (response.status === 410 && this.source) this.lose();
    return response;
  }
}
