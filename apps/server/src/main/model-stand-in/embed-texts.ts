import { createHash } from "node:crypto";

const dimensions = 64;

/** Vectors of texts: those that share words lie closer together. */
export function embedTexts(texts: readonly string[]): number[][] {
  return texts.map((text) => {
    const vector = new Array<number>(dimensions).fill(0);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const place = createHash("sha256").update(word).digest().readUInt16BE() % dimensions;
      vector[place] = (vector[place] ?? 0) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  });
}
