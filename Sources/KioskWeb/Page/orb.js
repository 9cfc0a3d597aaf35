// The orb: held by finger, mouse or the space bar, the kiosk listens. A press that becomes scrolling is none.

const slop = 14; // px that a finger may move

export class Orb {
  // act(action) sends an action of the page.
  constructor(node, act) {
    this.act = act;
    this.from = null;
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      this.press(event);
    });
    node.addEventListener("pointermove", (event) => this.move(event));
    node.addEventListener("pointerup", () => this.release());
    // The browser scrolls with this finger.
    node.addEventListener("pointercancel", () => this.scroll());
    node.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.press({ clientX: 0, clientY: 0 });
    });
    node.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") this.release();
    });
    node.addEventListener("blur", () => this.release());
  }

  press({ clientX, clientY }) {
    if (this.from) return;
    this.from = { x: clientX, y: clientY };
    this.act({ pressed: { onOrb: true } });
  }

  move({ clientX, clientY }) {
    if (this.from && Math.hypot(clientX - this.from.x, clientY - this.from.y) > slop) this.scroll();
  }

  // Ends a press that was not held yet; one that is listened to goes on until it is released.
  scroll() {
    if (!this.from || this.isScrolling) return;
    this.isScrolling = true;
    this.act({ scrolling: { isScrolling: true } });
    this.act({ scrolling: { isScrolling: false } });
  }

  release() {
    if (!this.from) return;
    this.from = null;
    this.isScrolling = false;
    this.act({ released: {} });
  }
}
