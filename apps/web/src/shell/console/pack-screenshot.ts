import { type Screenshot, screenshotBytes } from "@console/contracts";
import type { Mask } from "./screenshot-masks.ts";

/** Paints the masks over the picture and packs it into what may be sent. */
export function packScreenshot(picture: HTMLCanvasElement, masks: readonly Mask[]): Screenshot {
  for (const scale of [1, 0.75, 0.5, 0.3]) {
    const canvas = paintMasks(picture, masks, scale);
    for (const quality of [0.85, 0.6]) {
      const packed = pack(canvas, quality);
      if (packed.data.length <= (screenshotBytes / 3) * 4) return packed;
    }
  }
  throw new Error("The screenshot is too large.");
}

function paintMasks(picture: HTMLCanvasElement, masks: readonly Mask[], scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures.");
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const { left, top, width, height } of masks) {
    pen.fillRect(left * canvas.width, top * canvas.height, width * canvas.width, height * canvas.height);
  }
  return canvas;
}

function pack(canvas: HTMLCanvasElement, quality: number): Screenshot {
  for (const type of ["image/webp", "image/jpeg"] as const) {
    // A browser that cannot write a type answers with PNG.
    const [head, data] = canvas.toDataURL(type, quality).split(";base64,");
    if (head === `data:${type}` && data) return { type, data };
  }
  throw new Error("This browser packs no pictures.");
}
