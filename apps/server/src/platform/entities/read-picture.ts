import { imageSize } from "image-size";

const form = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const mostCharacters = 200_000;
const mostPixels = 4096;
/** How the library calls what an address calls otherwise. */
const types: Readonly<Record<string, string>> = { png: "png", jpeg: "jpg", webp: "webp" };

/** What is wrong with a picture that was sent as a data address; null when it is what it says. */
export function pictureProblem(value: unknown): string | null {
  const [, type = "", content = ""] = (typeof value === "string" && form.exec(value)) || [];
  // Anything that can hold a script is left out, drawings first.
  if (type === "") return "Choose a PNG, JPEG or WebP picture.";
  if (content.length > mostCharacters) return "Choose a smaller picture.";
  const bytes = Buffer.from(content, "base64");
  const size = measure(bytes);
  if (size === null || size.type !== types[type] || !isWhole(type, bytes))
    return "This file is damaged, or not the picture it says.";
  const isUsable = size.width > 0 && size.height > 0 && size.width <= mostPixels && size.height <= mostPixels;
  return isUsable ? null : `Choose a picture of at most ${mostPixels} by ${mostPixels} pixels.`;
}

function measure(bytes: Buffer): { type?: string | undefined; width: number; height: number } | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

/** Whether a picture ends where its form says: nothing is missing, and nothing else follows. */
function isWhole(type: string, bytes: Buffer): boolean {
  if (type === "png") return bytes.subarray(-8).equals(Buffer.from("49454e44ae426082", "hex"));
  if (type === "jpeg") return bytes.subarray(-2).equals(Buffer.from("ffd9", "hex"));
  return bytes.readUInt32LE(4) + 8 === bytes.length;
}
