import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { ReceivedFile, ReceivedFiles, UploadMeter } from "./endpoint.ts";

/** What came with a call: the files and the fields beside them. */
export type Received = { files: ReceivedFiles; fields: Record<string, string> };

const mostFields = 20;
const longestField = 200_000;
const mostBytes = 4 * 1024 ** 3;

/** Writes the files that come with a call to the disk as they arrive: the form's fields `file`, or the whole body. */
export async function receiveFiles(
  config: Config,
  request: FastifyRequest,
  meter: UploadMeter,
  mostFiles = 1,
): Promise<Received> {
  const folder = path.join(config.dataDir, "uploads");
  await mkdir(folder, { recursive: true });
  const writer = createWriter(meter, folder);
  try {
    const type = request.headers["content-type"] ?? "";
    return type.startsWith("multipart/form-data")
      ? await readForm(request, writer.write, mostFiles)
      : await readBody(request, writer.write);
  } catch (error) {
    await writer.undo();
    throw error;
  }
}

type Write = (stream: Readable) => Promise<{ path: string; bytes: number }>;

async function readBody(request: FastifyRequest, write: Write): Promise<Received> {
  const { name } = request.query as { name?: string };
  const written = await write(request.raw);
  if (written.bytes === 0) throw noFile();
  return { files: [{ name: name ?? "file", ...written }], fields: {} };
}

function noFile(): AppError {
  return new AppError("invalid_input", "Send a file.", { fields: { file: "No file was sent." } });
}

function readForm(request: FastifyRequest, write: Write, mostFiles: number): Promise<Received> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const writing: Promise<ReceivedFile>[] = [];
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: { files: mostFiles + 1, fields: mostFields, fieldSize: longestField },
      });
    } catch {
      reject(new AppError("invalid_input", "The form cannot be read."));
      return;
    }
    form.on("field", (name: string, value: string) => {
      fields[name] = value;
    });
    form.on("file", (field: string, stream: Readable, name: string) => {
      if (field !== "file" || writing.length >= mostFiles) {
        stream.resume();
        if (field === "file") reject(tooManyFiles(mostFiles));
        return;
      }
      const file = write(stream).then((written) => ({ name: name || "file", ...written }));
      file.catch(reject);
      writing.push(file);
    });
    form.on("error", () => reject(new AppError("invalid_input", "The form cannot be read: it is incomplete.")));
    form.on("finish", () => {
      Promise.all(writing).then(([first, ...others]) => {
        if (first) resolve({ files: [first, ...others], fields });
        else reject(noFile());
      }, reject);
    });
    request.raw.on("aborted", () => reject(new AppError("invalid_input", "The file arrived incomplete.")));
    request.raw.pipe(form);
  });
}

function tooManyFiles(most: number): AppError {
  const message = most === 1 ? "Send one file." : `Send up to ${most} files at once.`;
  return new AppError("invalid_input", message, { fields: { file: message } });
}

/** Writes files to new places, all of them together within the limit; `undo` stops what is still written and removes all. */
function createWriter(meter: UploadMeter, folder: string): { write: Write; undo: () => Promise<void> } {
  const stop = new AbortController();
  const places: string[] = [];
  const writes: Promise<unknown>[] = [];
  let total = 0;

  async function writeFile(stream: Readable, place: string) {
    // Opened by itself: a stream may fail before it has opened its file, which then comes after its removal and stays.
    const file = await open(place, "wx", 0o600);
    let bytes = 0;
    await pipeline(
      stream,
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          total += chunk.length;
          if (total > mostBytes) throw new AppError("too_large", "Files can have up to 4 GB in total. Split them.");
          meter.add(chunk.length);
          yield chunk;
        }
      },
      file.createWriteStream(),
      { signal: stop.signal },
    );
    return { path: place, bytes };
  }

  return {
    write: (stream) => {
      const place = path.join(folder, randomUUID());
      places.push(place);
      const write = writeFile(stream, place);
      writes.push(write);
      return write;
    },
    undo: async () => {
      stop.abort();
      await Promise.allSettled(writes);
      for (const place of places) await rm(place, { force: true });
    },
  };
}
