import type { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { SourceProblem } from "../connector.ts";

const mostEntries = 5000;
const mostWorkbookBytes = 8 * 1024 ** 3;
/** Sheets of numbers shrink to a twentieth; what shrinks to a fraction of that was made to fill a disk or a memory. */
const mostRatio = 200;
const smallEntry = 20 * 1024 * 1024;

/** What an archive is to people, and how much it may unpack to. */
type ArchiveKind = { noun?: string; mostBytes?: number };

/** The files inside a workbook or a document. */
export type Archive = {
  names(): string[];
  has(name: string): boolean;
  sizeOf(name: string): number;
  /** The content of one of them, as it is unpacked; null where there is none. */
  open(name: string): Promise<Readable | null>;
  close(): void;
};

/** Opens the archive that a workbook or a document is, unless it would unpack to more than any has. */
export async function openArchive(
  path: string,
  { noun = "workbook", mostBytes = mostWorkbookBytes }: ArchiveKind = {},
): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(asProblem(error, noun)) : resolve(opened),
    );
  });
  try {
    const entries = await listEntries(zip, { noun, mostBytes });
    return {
      names: () => [...entries.keys()],
      has: (name) => entries.has(name),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      open: async (name) => {
        const entry = entries.get(name);
        return entry ? openEntry(zip, entry, noun) : null;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function listEntries(zip: ZipFile, { noun, mostBytes }: Required<ArchiveKind>): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let [bytes, packed] = [0, 0];
    if (zip.entryCount > mostEntries) {
      reject(new SourceProblem("config", `The ${noun} contains ${zip.entryCount} files, more than any ${noun} needs.`));
      return;
    }
    zip.on("error", (error: Error) => reject(asProblem(error, noun)));
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
          new SourceProblem("config", `The ${noun} would unpack to far more than it holds ("${entry.fileName}").`),
        );
        return;
      }
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry, noun: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(asProblem(error, noun)) : resolve(stream)));
  });
}

/** What the archive's reader says is of no use to people; what it means is. */
export function asProblem(error: unknown, noun = "workbook"): Error {
  if (error instanceof SourceProblem) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return new SourceProblem("config", "The file is no longer here. Upload it again.");
  return new SourceProblem("config", `The ${noun} is damaged or incomplete. Save it again, then upload it.`);
}
