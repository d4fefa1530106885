import sharp from "sharp";

const form = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const mostCharacters = 200_000;
const mostPixels = 4096;
const damaged = "This file is damaged or not an image.";

// A picture is looked at once; what the library would keep of it is of no use.
sharp.cache(false);

/** What is wrong with a picture that was sent as a data address; null when it is what it says, to its last pixel. */
export async function findPictureProblem(value: unknown): Promise<string | null> {
  const [, type = "", content = ""] = (typeof value === "string" && form.exec(value)) || [];
  // Anything that can hold a script is left out, drawings first.
  if (type === "") return "Choose a PNG, JPEG or WebP image.";
  if (content.length > mostCharacters) return "Choose a smaller image.";
  const bytes = Buffer.from(content, "base64");
  const size = await measure(bytes);
  if (size === null || size.format !== type || !isWhole(type, bytes)) return damaged;
  if (size.width > mostPixels || size.height > mostPixels) {
    return `Choose an image of at most ${mostPixels} by ${mostPixels} pixels.`;
  }
  return (await canBeDecoded(bytes)) ? null : damaged;
}

async function measure(bytes: Buffer): Promise<{ format: string; width: number; height: number } | null> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

/** Whether every pixel can be read; they pass by row after row, and none is kept. */
async function canBeDecoded(bytes: Buffer): Promise<boolean> {
  try {
    await sharp(bytes, { limitInputPixels: mostPixels * mostPixels, failOn: "warning" }).stats();
    return true;
  } catch {
    return false;
  }
}

/** Whether a picture ends where its form says: nothing is missing, and nothing else follows. */
function isWhole(type: string, bytes: Buffer): boolean {
  if (type === "png") return bytes.subarray(-8).equals(Buffer.from("49454e44ae426082", "hex"));
  if (type === "jpeg") return bytes.subarray(-2).equals(Buffer.from("ffd9", "hex"));
  return bytes.readUInt32LE(4) + 8 === bytes.length;
}

/** A picture that was let in, as a PNG of at most so many pixels. */
export function shrinkPicture(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: mostPixels * mostPixels })
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}
