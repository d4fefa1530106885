import { createHash } from "node:crypto";

/** Short texts are hashed here, long ones by the library, which is slower to begin. */
const longText = 2000;

/** A text as a number of 53 bits: two texts of a million that differ have the same one once in ten thousand files. */
export function hashText(text: string): number {
  if (text.length > longText) {
    const digest = createHash("sha1").update(text).digest();
    return (digest.readUInt32LE(0) >>> 11) * 4294967296 + digest.readUInt32LE(4);
  }
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 11) * 4294967296 + (a >>> 0);
}

/** Counts texts in 16 bytes each, however long they are. */
export class TextCounter {
  private size = 0;
  private hashes = new Float64Array(1024).fill(-1);
  private counts = new Uint32Array(1024);

  /** Counts a text, and tells how often it came before. */
  add(text: string): number {
    if (this.size * 2 >= this.hashes.length) this.grow();
    const hash = hashText(text);
    const slot = this.find(hash);
    if (this.hashes[slot] === -1) {
      this.hashes[slot] = hash;
      this.size++;
    }
    const before = this.counts[slot] ?? 0;
    this.counts[slot] = before + 1;
    return before;
  }

  /** Whether a text has come. */
  has(text: string): boolean {
    return this.count(text) > 0;
  }

  /** How often a text has come. */
  count(text: string): number {
    return this.counts[this.find(hashText(text))] ?? 0;
  }

  private find(hash: number): number {
    const { hashes } = this;
    let slot = hash % hashes.length;
    while (hashes[slot] !== -1 && hashes[slot] !== hash) slot = (slot + 1) % hashes.length;
    return slot;
  }

  private grow(): void {
    const { hashes, counts } = this;
    this.hashes = new Float64Array(hashes.length * 2).fill(-1);
    this.counts = new Uint32Array(this.hashes.length);
    for (const [index, hash] of hashes.entries()) {
      if (hash === -1) continue;
      const slot = this.find(hash);
      this.hashes[slot] = hash;
      this.counts[slot] = counts[index] ?? 0;
    }
  }
}
