// Pictures that a person adds: taken with the browser's camera, or chosen from a file. The browser decodes them, makes
// them smaller and writes them anew, without what a camera notes beside the picture.

import { make, setText, show, openDialog, closeDialog } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

const text = words.picture;
const types = ["image/png", "image/jpeg", "image/webp"];
const largestFile = 20 << 20; // bytes of a file
const largest = 1 << 20; // bytes that the kiosk takes
const side = 1_600; // px
const qualities = [0.85, 0.7, 0.5, 0.3];
const part = 30_000; // bytes of a request

// The kiosk's own screen has no way to other files.
const hasFiles = () => !matchMedia("(display-mode: fullscreen)").matches;

// A JPEG of what a file or a video shows; null for what is no picture.
async function written(source) {
  const bitmap = await createImageBitmap(source).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = make("canvas", { width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)) });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of qualities) {
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob && blob.size <= largest) return blob;
  }
  return null;
}

// Sends a picture in parts; `act` sends one. Resolves to whether the kiosk has it.
export async function sendPicture(blob, act) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  for (let start = 0; start < bytes.length; start += part) {
    const data = btoa(String.fromCharCode(...bytes.subarray(start, start + part)));
    const answer = await act({ data, isFirst: start === 0, isLast: start + part >= bytes.length });
    if (!answer?.done) return false;
  }
  return true;
}

// A button that takes a picture with a camera, where the browser has one, or asks for a file.
export class PictureButton {
  // take(blob) gets each picture; fail(sentence) is told why there is none; `choose` is the label without a camera.
  constructor(button, { choose, take, fail }) {
    this.button = button;
    this.label = choose;
    this.take = take;
    this.fail = fail;
    this.hasCamera = false;
    this.file = make("input", { type: "file", accept: types.join(), hidden: true,
      onchange: () => this.choose(this.file.files[0]) });
    button.after(this.file);
    button.addEventListener("click", () => this.open());
    this.makeDialog();
    navigator.mediaDevices?.addEventListener("devicechange", () => this.look());
    this.look();
  }

  makeDialog() {
    const choice = (id, kind, run) => make("button", { id, class: `${kind} large`, type: "button", text: text[id],
      onclick: run });
    this.video = make("video", { class: "camera-video", playsinline: true, "aria-label": text.camera });
    this.video.muted = true;
    this.fileChoice = choice("choose", "secondary", () => {
      closeDialog(this.dialog);
      this.file.click();
    });
    this.dialog = make("dialog", { class: "camera", "aria-label": text.camera, onclose: () => this.stop() },
      this.video, make("div", { class: "choices" },
        choice("cancel", "secondary", () => closeDialog(this.dialog)), this.fileChoice,
        choice("shoot", "primary", () => this.shoot())));
    document.body.append(this.dialog);
  }

  // Whether there is a camera may change at any time.
  async look() {
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []) ?? [];
    this.hasCamera = devices.some((device) => device.kind === "videoinput");
    this.tell(this.hasCamera ? "present" : this.wasThere ? "lost" : "absent");
    this.wasThere ||= this.hasCamera;
    sign(this.button, "camera", this.hasCamera ? text.take : this.label);
    show(this.button, this.hasCamera || hasFiles());
  }

  // The camera's state, for the page's styles and tests: absent, present, denied or lost.
  tell(state) {
    document.documentElement.dataset.camera = state;
  }

  async open() {
    if (!this.hasCamera) return this.file.click();
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment",
        width: { ideal: 1_920 } } });
      this.tell("present");
    } catch (error) {
      this.tell(error.name === "NotAllowedError" ? "denied" : "lost");
      return hasFiles() ? this.file.click() : this.fail(text.noCamera);
    }
    for (const track of this.stream.getTracks()) {
      track.addEventListener("ended", () => {
        this.tell("lost");
        closeDialog(this.dialog);
        this.fail(text.noCamera);
      });
    }
    show(this.fileChoice, hasFiles());
    this.video.srcObject = this.stream;
    openDialog(this.dialog);
    this.video.play().catch(() => {});
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
    this.stream = null;
  }

  async shoot() {
    const blob = await written(this.video);
    closeDialog(this.dialog);
    this.give(blob);
  }

  async choose(file) {
    this.file.value = "";
    if (!file) return;
    this.give(types.includes(file.type) && file.size <= largestFile ? await written(file) : null);
  }

  give(blob) {
    if (blob) this.take(blob);
    else this.fail(text.bad);
  }
}
