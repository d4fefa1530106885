import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

const require = createRequire(import.meta.url);
const unpacked = new Map<string, Buffer>();

/** A font of an npm package, unpacked once: the PDF library would inflate a packed table at every look into it. */
export function readFont(file: string): Buffer {
  const cached = unpacked.get(file);
  if (cached) return cached;
  const font = unpackWoff(readFileSync(require.resolve(file)));
  unpacked.set(file, font);
  return font;
}

/** WOFF is a font whose tables are deflated one by one; this puts them back behind each other. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  for (const [index, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries()) {
    head.writeUInt16BE(value, 4 + 2 * index);
  }
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(44 + 20 * index);
    const [from, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [number, number, number];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const record = 12 + 16 * index;
    entry.copy(head, record, 0, 4);
    entry.copy(head, record + 4, 16, 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    // Tables begin at multiples of four.
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
