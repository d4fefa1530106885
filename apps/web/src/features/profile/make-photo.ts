const sizePx = 128;
const fileMaxBytes = 10_000_000;
/** What the profile takes as text, with room for the words around it. */
const textMax = 120_000;
const types = ["image/png", "image/jpeg", "image/webp"];

/** The file endings and types that the picture may have, for the file dialog. */
export const photoTypes = types.join(",");

/** Turns a picture into a small square as a data URL; what cannot be used is thrown as an Error for the reader. */
export async function makePhoto(file: File): Promise<string> {
  if (!types.includes(file.type)) throw new Error("Choose a PNG, JPEG or WebP image.");
  if (file.size > fileMaxBytes) throw new Error("This image is larger than 10 MB. Choose a smaller one.");
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error("This file is not an image. Choose another one.");
  const canvas = document.createElement("canvas");
  canvas.width = sizePx;
  canvas.height = sizePx;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot resize the image. Try another browser.");
  const { left, top, side } = middleSquare(picture.width, picture.height);
  // A see-through picture would turn black as a JPEG.
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, sizePx, sizePx);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, left, top, side, side, 0, 0, sizePx, sizePx);
  picture.close();
  const photo = smallest(canvas);
  if (photo.length > textMax) throw new Error("This image is too large. Choose another one.");
  return photo;
}

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** Browsers that cannot write WebP answer with PNG, which is larger than a JPEG. */
function smallest(canvas: HTMLCanvasElement): string {
  const webp = canvas.toDataURL("image/webp", 0.85);
  return webp.startsWith("data:image/webp") ? webp : canvas.toDataURL("image/jpeg", 0.85);
}
