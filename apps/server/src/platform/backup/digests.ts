import { createHash, type Hash, hash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";

const newline = 0x0a;
const lanes = 8;

export const lastRowTorn = "its last row is not whole";

/**
 * Passes rows of COPY on, one on each line, counts them and sums their checksums: the same rows in any order give the
 * same digest, and one row that is twice, missing or other gives another.
 */
export class RowDigest extends Transform {
  rows = 0;
  bytes = 0;
  #sums = new Uint32Array(lanes);
  /** The row whose end is still to come. */
  #begun: Hash | null = null;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const piece = chunk.subarray(start, end);
      this.#add(this.#begun ? this.#begun.update(piece).digest() : hash("sha256", piece, "buffer"));
      this.#begun = null;
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#begun ??= createHash("sha256");
      this.#begun.update(chunk.subarray(start));
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#begun ? new Error(lastRowTorn) : null);
  }

  digest(): string {
    return Buffer.from(this.#sums.buffer).toString("hex");
  }

  #add(checksum: Buffer): void {
    this.rows += 1;
    for (let lane = 0; lane < lanes; lane++) {
      this.#sums[lane] = (this.#sums[lane] ?? 0) + checksum.readUInt32LE(lane * 4);
    }
  }
}

/** Passes bytes on, counts them and makes their checksum. */
export class ByteDigest extends Transform {
  bytes = 0;
  #hash = createHash("sha256");

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  checksum(): string {
    return this.#hash.copy().digest("hex");
  }
}
