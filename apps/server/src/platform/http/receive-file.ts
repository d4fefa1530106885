import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { ReceivedFile, UploadMeter } from "./endpoint.ts";

/** What came with a call: the file and the fields beside it. */
export type Received = { file: ReceivedFile; fields: Record<string, string> };

const mostFields = 20;
const longestField = 200_000;
const largestFile = 4 * 1024 ** 3;

/** Writes the file that comes with a call to the disk as it arrives: the form's field `file`, or the whole body. */
export async function receiveFile(config: Config, request: FastifyRequest, meter: UploadMeter): Promise<Received> {
  const folder = path.join(config.dataDir, "uploads");
  await mkdir(folder, { recursive: true });
  const place = path.join(folder, randomUUID());
  try {
    const type = request.headers["content-type"] ?? "";
    return type.startsWith("multipart/form-data")
      ? await readForm(request, place, meter)
      : await readBody(request, place, meter);
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
}

async function readBody(request: FastifyRequest, place: string, meter: UploadMeter): Promise<Received> {
  const { name } = request.query as { name?: string };
  const bytes = await write(request.raw, place, meter);
  if (bytes === 0) throw new AppError("invalid_input", "Send a file.", { fields: { file: "No file came." } });
  return { file: { name: name ?? "file", path: place, bytes }, fields: {} };
}

function readForm(request: FastifyRequest, place: string, meter: UploadMeter): Promise<Received> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let writing: Promise<ReceivedFile> | null = null;
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: { files: 1, fields: mostFields, fieldSize: longestField },
      });
    } catch {
      reject(new AppError("invalid_input", "The form cannot be read."));
      return;
    }
    form.on("field", (name: string, value: string) => {
      fields[name] = value;
    });
    form.on("file", (field: string, stream: Readable, name: string) => {
      if (field !== "file" || writing !== null) {
        stream.resume();
        return;
      }
      writing = write(stream, place, meter).then((bytes) => ({ name: name || "file", path: place, bytes }));
      writing.catch(reject);
    });
    form.on("error", () => reject(new AppError("invalid_input", "The form cannot be read: it ended too early.")));
    form.on("finish", () => {
      if (writing === null) {
        reject(new AppError("invalid_input", "Send a file.", { fields: { file: "No file came." } }));
        return;
      }
      writing.then((file) => resolve({ file, fields }), reject);
    });
    request.raw.on("aborted", () => reject(new AppError("invalid_input", "The file did not arrive whole.")));
    request.raw.pipe(form);
  });
}

async function write(stream: Readable, place: string, meter: UploadMeter): Promise<number> {
  let bytes = 0;
  await pipeline(
    stream,
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > largestFile) throw new AppError("too_large", "Files may have up to 4 GB. Split this one.");
        meter.add(chunk.length);
        yield chunk;
      }
    },
    createWriteStream(place, { mode: 0o600 }),
  );
  return bytes;
}
