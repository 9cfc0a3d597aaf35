// Connections to the kiosk: events of the kiosk or of one page, actions, heartbeats. They reconnect by themselves.

const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";

const silence = 7_000; // ms without an event: three missed beats
const answer = 8_000; // ms for an action
const mostWaiting = 8;

export async function post(path, body, headers = {}) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Brews-Token": meta("brews-token"), ...headers },
    body: JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(answer),
  });
  return response;
}

// A stream of events, and the actions that belong to it. Subclasses have `address()`, which resolves to the stream's
// path, and `send(action)`, which resolves to a response.
export class Events {
  // handlers: snapshot(value), level(decibels), online(isOnline)
  constructor(handlers) {
    this.handlers = handlers;
    this.wait = 250;
    this.waiting = 0;
    this.last = Promise.resolve();
    this.lastEvent = performance.now();
    this.connect();
    this.watching = setInterval(() => this.watch(), 1_000);
  }

  async connect() {
    let source;
    try {
      source = new EventSource(await this.address());
    } catch {
      return this.lose();
    }
    if (this.isClosed) return source.close();
    this.source = source;
    this.lastEvent = performance.now();
    const on = (name, handle) =>
      source.addEventListener(name, (event) => {
        if (source !== this.source) return;
        this.lastEvent = performance.now();
        handle(event.data);
      });
    on("hello", (data) => {
      // Another server has started: its menu may differ, and it does not accept this page's token.
      if (JSON.parse(data).boot !== meta("brews-boot")) return location.reload();
      this.wait = 250;
      this.handlers.online(true);
    });
    on("snapshot", (data) => this.handlers.snapshot(JSON.parse(data)));
    on("level", (data) => this.handlers.level(Number(data)));
    on("beat", () => {});
    source.addEventListener("error", () => {
      if (source === this.source) this.lose();
    });
  }

  // Ends the connection for good.
  close() {
    this.isClosed = true;
    clearInterval(this.watching);
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  lose() {
    if (this.isClosed) return;
    this.source?.close();
    this.source = null;
    this.handlers.online(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 2_000);
  }

  // An open connection without events counts as lost.
  watch() {
    if (this.source && performance.now() - this.lastEvent > silence) this.lose();
  }

  // Sends an action after those before it. Resolves to the kiosk's answer, or to null if the action did not arrive.
  act(action) {
    if (this.waiting >= mostWaiting) return Promise.resolve(null);
    this.waiting += 1;
    const sent = this.last.then(async () => {
      try {
        const response = await this.send(action);
        return response.ok ? await response.json() : null;
      } catch {
        return null;
      } finally {
        this.waiting -= 1;
      }
    });
    this.last = sent;
    return sent;
  }
}

// The connection of the guest page.
export class Link extends Events {
  constructor(handlers) {
    super(handlers);
    setInterval(() => this.heartbeat(), 2_000);
    this.heartbeat();
  }

  address() {
    return "/events";
  }

  send(action) {
    return post("/action", action);
  }

  heartbeat() {
    post("/heartbeat", {}).catch(() => {});
  }
}
