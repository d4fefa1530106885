import { OutboundFailure } from "../../platform/outbound/outbound-failure.ts";
import type { OutboundStream, StreamAnswer, StreamRequest } from "../../platform/outbound/outbound-stream.ts";
import { parseRow } from "./read-json-lines.ts";
import { type CallTopic, failOnTheWay, failWithStatus } from "./say-failure.ts";
import type { Row } from "./wire-values.ts";

/** What is needed to ask a model server. */
export type ModelAccess = {
  url: string;
  outbound: OutboundStream;
  /** Sent with each call, such as an `authorization`. */
  headers?: Readonly<Record<string, string>>;
};

export type ModelCall = Pick<StreamRequest, "method" | "firstByteMs" | "silenceMs"> & {
  path: string;
  body?: object;
  signal: AbortSignal;
  model?: string;
  /** What people wrote, which no message repeats. */
  asked?: readonly string[];
};

const mostErrorBytes = 64 * 1024;
const mostBodyBytes = 16 * 1024 ** 2;

/** Asks one server of models; what goes wrong is a ModelFailure, in words for people. */
export class ModelServer {
  readonly #access: ModelAccess;

  constructor(access: ModelAccess) {
    this.#access = access;
  }

  /** An answer that comes piece by piece. */
  async stream(call: ModelCall): Promise<AsyncIterable<Buffer>> {
    const answer = await this.#open(call);
    if (answer.status < 300) return readPieces(answer);
    const body = await readWhole(readPieces(answer), mostErrorBytes).catch((error: unknown) => {
      // A refusal counts, whether its reason arrived or not.
      if (call.signal.aborted) throw error;
      return "";
    });
    throw failWithStatus(answer.status, body, this.topicOf(call));
  }

  /** An answer as a whole, which is an object. */
  async read(call: ModelCall): Promise<Row> {
    return parseRow({ text: await readWhole(await this.stream(call), mostBodyBytes), isWhole: true });
  }

  /** An answer whose status says it all. */
  async send(call: ModelCall): Promise<void> {
    await readWhole(await this.stream(call), mostErrorBytes);
  }

  topicOf({ model, asked = [] }: Pick<ModelCall, "model" | "asked">): CallTopic {
    const secrets = Object.values(this.#access.headers ?? {}).flatMap((header) => header.split(/\s+/));
    return { hidden: { secrets: secrets.filter((secret) => secret.length > 6), asked }, model: model ?? null };
  }

  async #open({ path, method, body, signal, firstByteMs, silenceMs }: ModelCall): Promise<StreamAnswer> {
    const request: StreamRequest = { method: method ?? (body ? "POST" : "GET"), signal };
    request.headers = { ...this.#access.headers };
    if (body) {
      request.headers["content-type"] = "application/json";
      request.body = JSON.stringify(body);
    }
    if (firstByteMs !== undefined) request.firstByteMs = firstByteMs;
    if (silenceMs !== undefined) request.silenceMs = silenceMs;
    try {
      return await this.#access.outbound(`${this.#access.url.replace(/\/+$/, "")}${path}`, request);
    } catch (error) {
      throw error instanceof OutboundFailure ? failOnTheWay(error) : error;
    }
  }
}

async function* readPieces({ body }: StreamAnswer): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof OutboundFailure ? failOnTheWay(error) : error;
  }
}

/** At most so much of a body; the rest of it is not waited for. */
async function readWhole(pieces: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pieces) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
