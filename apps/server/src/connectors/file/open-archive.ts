import type { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { SourceProblem } from "../connector.ts";

const mostEntries = 5000;
const mostBytes = 8 * 1024 ** 3;
/** Sheets of numbers shrink to a twentieth; what shrinks to a fraction of that was made to fill a disk or a memory. */
const mostRatio = 200;
const smallEntry = 20 * 1024 * 1024;

const damaged = "The workbook is damaged or incomplete. Save it again, then upload it.";

/** The files inside a workbook. */
export type Archive = {
  has(name: string): boolean;
  sizeOf(name: string): number;
  /** The content of one of them, as it is unpacked; null where there is none. */
  open(name: string): Promise<Readable | null>;
  close(): void;
};

/** Opens a workbook's archive, unless it would unpack to more than any workbook has. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(asProblem(error)) : resolve(opened),
    );
  });
  try {
    const entries = await listEntries(zip);
    return {
      has: (name) => entries.has(name),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      open: async (name) => {
        const entry = entries.get(name);
        return entry ? openEntry(zip, entry) : null;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let [bytes, packed] = [0, 0];
    if (zip.entryCount > mostEntries) {
      reject(
        new SourceProblem("config", `The workbook contains ${zip.entryCount} files, more than any workbook needs.`),
      );
      return;
    }
    zip.on("error", (error: Error) => reject(asProblem(error)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      bytes += entry.uncompressedSize;
      packed += entry.compressedSize;
      // Many small files that each shrink to nothing are as large together as one.
      const isBomb = [
        { size: entry.uncompressedSize, from: entry.compressedSize },
        { size: bytes, from: packed },
      ].some(({ size, from }) => size > smallEntry && size > from * mostRatio);
      if (isBomb || bytes > mostBytes) {
        reject(
          new SourceProblem("config", `The workbook would unpack to far more than it holds ("${entry.fileName}").`),
        );
        return;
      }
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(asProblem(error)) : resolve(stream)));
  });
}

/** What the archive's reader says is of no use to people; what it means is. */
export function asProblem(error: unknown): Error {
  if (error instanceof SourceProblem) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return new SourceProblem("config", "The file is no longer here. Upload it again.");
  return new SourceProblem("config", damaged);
}
