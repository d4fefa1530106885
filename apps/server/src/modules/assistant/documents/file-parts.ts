import { open } from "node:fs/promises";

const partBytes = 1024 ** 2;

/** A file in the parts that rows hold, so that nobody needs all of it at once. */
export async function* splitFile(path: string): AsyncGenerator<{ part: number; content: Buffer }, void> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(partBytes);
    for (let part = 0; ; part++) {
      const { bytesRead } = await file.read(buffer, 0, partBytes, part * partBytes);
      if (bytesRead === 0) break;
      yield { part, content: Buffer.from(buffer.subarray(0, bytesRead)) };
    }
  } finally {
    await file.close();
  }
}

/** Writes the parts of a file one after the other, until there is none. */
export async function joinFile(path: string, readPart: (part: number) => Promise<Buffer | null>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for (let part = 0; ; part++) {
      const content = await readPart(part);
      if (content === null) break;
      await file.write(content);
    }
  } finally {
    await file.close();
  }
}
