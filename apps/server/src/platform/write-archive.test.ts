import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type ArchiveFile, writeArchive } from "./write-archive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "archives-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* listFiles(files: Record<string, ArchiveFile["parts"]>): AsyncGenerator<ArchiveFile, void> {
  for (const [name, parts] of Object.entries(files)) yield { name, parts };
}

const zip64Extra = 0x0001;
const zip64End = Buffer.from([0x50, 0x4b, 0x06, 0x06]);
const zip64Locator = Buffer.from([0x50, 0x4b, 0x06, 0x07]);

/** What yauzl finds in an archive, with the sums of its files checked. */
async function readArchive(file: string) {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const contents: Record<string, string> = {};
  const isZip64: boolean[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject).on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      isZip64.push(entry.extraFields.some(({ id }) => id === zip64Extra));
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        text(stream).then((content) => {
          contents[entry.fileName] = content;
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return { contents, isZip64 };
}

const files = {
  "a.json": ['{"city":"', "المنامة", '"}'],
  "empty.ndjson": [],
  "long.ndjson": Array.from({ length: 3000 }, (_, n) => `{"n":${n}}\n`),
};
const contents = Object.fromEntries(Object.entries(files).map(([name, parts]) => [name, parts.join("")]));

test("an archive opens with its files as they were, and is the same for the same files", async () => {
  const [first, second] = [path.join(folder, "first.zip"), path.join(folder, "second.zip")];
  for (const file of [first, second]) await writeArchive(listFiles(files), createWriteStream(file));
  expect(await readArchive(first)).toEqual({ contents, isZip64: [false, false, false] });
  expect((await readFile(first)).equals(await readFile(second))).toBe(true);
  expect((await readFile(first)).includes(zip64End)).toBe(false);
});

test("an archive is written as zip64, which has no bound of 4 GiB, and opens alike", async () => {
  const file = path.join(folder, "zip64.zip");
  await writeArchive(listFiles(files), createWriteStream(file), { forceZip64Format: true });
  expect(await readArchive(file)).toEqual({ contents, isZip64: [true, true, true] });
  const bytes = await readFile(file);
  expect([bytes.includes(zip64End), bytes.includes(zip64Locator)]).toEqual([true, true]);
});

/** Parts of 20 kB without end, which note how many were read and whether reading was ended. */
function endlessParts() {
  const seen = { parts: 0, isEnded: false };
  async function* parts() {
    try {
      for (;;) {
        seen.parts++;
        yield randomBytes(15_000).toString("base64");
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, parts: parts() };
}

test("a file that fails fails the archive with its own error, and files after it are not asked for", async () => {
  const names: string[] = [];
  async function* failing(): AsyncGenerator<ArchiveFile, void> {
    names.push("good");
    yield { name: "good", parts: ["x"] };
    names.push("bad");
    async function* parts() {
      yield "begun";
      throw new Error("The rows are gone.");
    }
    yield { name: "bad", parts: parts() };
    names.push("never");
  }
  const target = createWriteStream(path.join(folder, "failed.zip"));
  await expect(writeArchive(failing(), target)).rejects.toThrow("The rows are gone.");
  expect([names, target.destroyed]).toEqual([["good", "bad"], true]);
});

test("a target that fails ends the reading of the files", async () => {
  const { seen, parts } = endlessParts();
  let written = 0;
  const full = new Writable({
    write: (chunk: Buffer, _, done) => {
      written += chunk.length;
      done(written > 100_000 ? new Error("The disk is full.") : null);
    },
  });
  await expect(writeArchive(listFiles({ endless: parts }), full)).rejects.toThrow("The disk is full.");
  await expect.poll(() => seen.isEnded).toBe(true);
});

test("a target that is slow makes the files wait: little is held", async () => {
  const { seen, parts } = endlessParts();
  let goOn: (error?: Error) => void = () => {};
  const stuck = new Writable({
    write: (_chunk, _encoding, done) => {
      goOn = done;
    },
  });
  const writing = writeArchive(listFiles({ endless: parts }), stuck);
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = before === seen.parts;
        before = seen.parts;
        return isStill;
      },
      { interval: 100 },
    )
    .toBe(true);
  expect(seen.parts).toBeLessThan(200);
  goOn(new Error("given up"));
  await expect(writing).rejects.toThrow("given up");
});
