import type { FileEncoding } from "@console/contracts";
import { createDecoder } from "./decode-text.ts";

/** Bytes of a text, by what a decoder makes of every byte and pair of bytes. */
export function encode(text: string, encoding: FileEncoding): Buffer {
  const table = tableFor(encoding);
  return Buffer.from([...text].flatMap((character) => table.get(character) ?? [...Buffer.from(character)]));
}

const tables = new Map<FileEncoding, Map<string, number[]>>();

function tableFor(encoding: FileEncoding): Map<string, number[]> {
  const existing = tables.get(encoding);
  if (existing) return existing;
  const table = new Map<string, number[]>();
  const decode = createDecoder(encoding);
  const note = (bytes: number[]) => {
    const text = decode(Buffer.from(bytes).toString("latin1")) ?? "";
    if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) note([first]);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) note([first, second]);
  tables.set(encoding, table);
  return table;
}
