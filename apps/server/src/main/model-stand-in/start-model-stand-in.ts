import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Clock, clockAt } from "../../platform/clock.ts";
import { embedTexts } from "./embed-texts.ts";
import { Gate } from "./gate.ts";
import { ModelStore, type Omission } from "./model-store.ts";
import { type Script, scriptedTurn } from "./scripted-turn.ts";
import { sendError, sendJson, type WireRow } from "./send-json.ts";
import { serveChat } from "./serve-chat.ts";
import { serveModels } from "./serve-models.ts";
import { type Downloads, servePull } from "./serve-pull.ts";

/** What a call asked for. */
export type ReceivedCall = { path: string; body: WireRow; authorization: string | null };

export type ModelStandIn = {
  url: string;
  /** The last calls, the oldest first. */
  received: ReceivedCall[];
  /** How many answers the other side did not wait for. */
  readonly aborts: number;
  openSockets(): number;
  /** Lets another script decide what the model does; without one it is again the sentence of the user. */
  script(script?: Script): void;
  store: ModelStore;
  /** Held, it keeps models from being loaded; only turns that load slowly wait for it. */
  loads: Gate;
  /** Held, it keeps downloads from going on. */
  pulls: Gate;
  close(): Promise<void>;
};

export type ModelStandInOptions = {
  port?: number;
  host?: string;
  clock?: Clock;
  /** What it leaves out, as an older server. */
  omissions?: readonly Omission[];
  /** Passes before each piece of an answer, so that a demo can be read along. */
  pace?: () => Promise<void>;
};

const version = "0.99.0";
const mostBytes = 64 * 1024 ** 2;
/** It may run for weeks: only the last calls are remembered. */
const mostCalls = 2000;

/** Starts a server that speaks the wire of Ollama, natively and compatibly, faults included; its model follows a script. */
export async function startModelStandIn(options: ModelStandInOptions = {}): Promise<ModelStandIn> {
  const { port = 0, host = "127.0.0.1", clock = clockAt(null), omissions = [], pace = async () => {} } = options;
  const store = new ModelStore(clock, omissions);
  const downloads: Downloads = new Map();
  const received: ReceivedCall[] = [];
  const sockets = new Set<Socket>();
  const loads = new Gate();
  const pulls = new Gate();
  let script = scriptedTurn;
  let aborts = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once("close", () => {
      if (!response.writableFinished) aborts += 1;
    });
    const path = `${request.method} ${request.url}`;
    const body = await readBody(request);
    if (body === null) return sendError(response, "native", 400, "invalid character in the request");
    received.push({ path, body, authorization: request.headers.authorization ?? null });
    if (received.length > mostCalls) received.splice(0, mostCalls / 2);
    const setup = { store, loads, script, omissions, pace, clock };
    if (path === "POST /api/chat") return serveChat(setup, "native", body, response);
    if (path === "POST /v1/chat/completions") return serveChat(setup, "compatible", body, response);
    if (path === "POST /api/pull") return servePull(store, downloads, pulls, body, response);
    if (path === "GET /api/version") return sendJson(response, 200, { version });
    if (path === "GET /v1/models") return sendJson(response, 200, listModels(store));
    if (path === "POST /v1/embeddings") return sendJson(response, 200, listEmbeddings(body));
    if (path === "GET /" || path === "HEAD /") return void response.end("Ollama is running");
    if (!serveModels(store, path, body, response)) response.writeHead(404).end("404 page not found");
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received,
    get aborts() {
      return aborts;
    },
    openSockets: () => sockets.size,
    script: (next = scriptedTurn) => {
      script = next;
    },
    store,
    loads,
    pulls,
    async close() {
      loads.release();
      pulls.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listModels({ names }: ModelStore): object {
  return { object: "list", data: names.map((id) => ({ id, object: "model", created: 0, owned_by: "library" })) };
}

function listEmbeddings({ model, input }: WireRow): object {
  const vectors = embedTexts([input ?? []].flat().map(String));
  const data = vectors.map((embedding, index) => ({ object: "embedding", embedding, index }));
  return { object: "list", data, model, usage: { prompt_tokens: vectors.length, total_tokens: vectors.length } };
}

/** What was sent, or null where that is no JSON. */
async function readBody(request: IncomingMessage): Promise<WireRow | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error("The body is too long.");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as WireRow;
  } catch {
    return null;
  }
}
