// Level of the microphone, drawn as bars that move; with reduced motion, as one bar that grows.

const count = 40;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Wave {
  constructor(canvas) {
    this.canvas = canvas;
    this.clear();
  }

  clear() {
    this.levels = new Array(count).fill(0);
    this.draw();
  }

  // From -60 dBFS to -10 dBFS.
  push(decibels) {
    this.levels.push(Math.max(0, Math.min(1, (decibels + 60) / 50)));
    this.levels.shift();
    this.draw();
  }

  draw() {
    const { canvas } = this;
    const scale = devicePixelRatio, width = canvas.clientWidth * scale, height = canvas.clientHeight * scale;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = getComputedStyle(canvas).color;
    const newest = this.levels[count - 1];
    if (still.matches) return pen.fillRect(0, height * 0.3, Math.max(2, width * newest), height * 0.4);
    const step = width / count;
    for (const [index, level] of this.levels.entries()) {
      const size = Math.max(2 * scale, level * height);
      pen.fillRect(index * step + step * 0.2, (height - size) / 2, step * 0.6, size);
    }
  }
}
