import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type ArchiveFile, writeArchive } from "./write-archive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "archives-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const part = "0123456789abcdef".repeat(65_536);
const parts = 4100;

async function* listFiles(): AsyncGenerator<ArchiveFile, void> {
  function* large() {
    for (let count = 0; count < parts; count++) yield part;
  }
  yield { name: "large", parts: large() };
  yield { name: "small", parts: ["after it"] };
}

test("a file of more than 4 GiB is archived whole, and so is the one after it", { timeout: 600_000 }, async () => {
  const file = path.join(folder, "large.zip");
  await writeArchive(listFiles(), createWriteStream(file));
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const sizes: Record<string, number> = {};
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject).on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        sizes[entry.fileName] = 0;
        stream.on("data", (chunk: Buffer) => {
          sizes[entry.fileName] = (sizes[entry.fileName] ?? 0) + chunk.length;
        });
        stream.on("error", reject).on("end", () => zip.readEntry());
      });
    });
    zip.readEntry();
  });
  expect(sizes).toEqual({ large: parts * part.length, small: 8 });
  expect(sizes.large).toBeGreaterThan(2 ** 32);
});
