import type { FileHandle } from "node:fs/promises";
import type { Encoding } from "./decode-text.ts";

const pieceBytes = 256 * 1024;

/**
 * The part of a file that is being read, as text: a character stands for one byte, or for two in UTF-16, so that the
 * place of a character in the file is always known.
 */
export class TextWindow {
  text = "";
  isLast = false;
  /** Where the text begins in the file. */
  offset: number;
  readonly unit: 1 | 2;
  private readonly handle: FileHandle;
  private readonly isSwapped: boolean;

  constructor(handle: FileHandle, encoding: Encoding, offset: number) {
    this.handle = handle;
    this.offset = offset;
    this.unit = encoding.startsWith("utf-16") ? 2 : 1;
    this.isSwapped = encoding === "utf-16be";
  }

  /** Forgets the text before a place and reads on. */
  async advance(place: number): Promise<void> {
    const kept = this.text.slice(place);
    this.offset += place * this.unit;
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let filled = 0;
    while (filled < pieceBytes) {
      const at = this.offset + kept.length * this.unit + filled;
      const { bytesRead } = await this.handle.read(buffer, filled, pieceBytes - filled, at);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.isLast = filled < pieceBytes;
    const whole = filled - (filled % this.unit);
    const piece = buffer.subarray(0, whole);
    if (this.isSwapped) piece.swap16();
    this.text = kept + piece.toString(this.unit === 2 ? "utf16le" : "latin1");
  }
}
