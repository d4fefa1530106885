import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { until } from "../../testing/until.ts";
import { type SpanDescription, setTracing } from "../tracing/traced.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import { createOutbound } from "./outbound-request.ts";
import { createOutboundStream, type StreamAnswer } from "./outbound-stream.ts";

const innerHosts = ["127.0.0.1"];
const short = { innerHosts, connectMs: 50, firstByteMs: 50, silenceMs: 50 };
const ask = createOutboundStream({ innerHosts });
const askShortly = createOutboundStream(short);

let server: Server;
let url: string;
let answer: RequestListener;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => until(() => sockets.size === 0));
afterAll(() => void server.close());

async function fail(asking: Promise<unknown>): Promise<OutboundFailure> {
  const error: unknown = await asking.then(
    () => new Error("Nothing failed."),
    (reason) => reason,
  );
  if (!(error instanceof OutboundFailure)) throw error;
  return error;
}

async function readAll({ body }: StreamAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers with a beginning and never goes on; resolves when the other side has closed. */
function beginAndStop(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    answer = (_request, response) => {
      response.once("close", () => resolve(response));
      response.write("begun");
    };
  });
}

test("an answer comes piece by piece, before it is whole", async () => {
  let response: ServerResponse | undefined;
  answer = (_request, opened) => {
    response = opened;
    opened.writeHead(207, { "x-kind": "stream" }).write("one");
  };
  const { status, headers, body } = await ask(url);
  expect([status, headers["x-kind"]]).toEqual([207, "stream"]);
  const read: string[] = [];
  for await (const chunk of body) {
    read.push(chunk.toString());
    if (read.length === 1) response?.end("two");
  }
  expect(read).toEqual(["one", "two"]);
});

test.each(["POST", "DELETE"] as const)("a %s sends its body", async (method) => {
  answer = (request: IncomingMessage, response) => void request.pipe(response.writeHead(200));
  expect(await readAll(await ask(url, { method, body: "köszönöm" }))).toBe("köszönöm");
  expect((await createOutbound({ innerHosts })(url, { method, body: "köszönöm" })).text).toBe("köszönöm");
  server.closeIdleConnections();
});

test("a HEAD gets headers and no body", async () => {
  answer = (_request, response) => void response.writeHead(200, { "content-length": "900" }).end();
  const asked = await ask(url, { method: "HEAD" });
  expect(asked.headers["content-length"]).toBe("900");
  expect(await readAll(asked)).toBe("");
  expect((await createOutbound({ innerHosts })(url, { method: "HEAD" })).text).toBe("");
  server.closeIdleConnections();
});

test("an address that may not be asked is refused, and the message says what an operator can set", async () => {
  const closed = createOutboundStream({ innerHosts: [], hostsVariable: "MODEL_HOSTS" });
  const failure = await fail(closed(url));
  expect(failure).toMatchObject({ reason: "forbidden", isPassing: false });
  expect(failure.message).toContain("MODEL_HOSTS");
  for (const address of ["file:///etc/passwd", "http://me:secret@127.0.0.1/", "http://169.254.169.254/", "nothing"]) {
    expect((await fail(ask(address))).reason).toBe("forbidden");
  }
});

test("a host without an address, and one where nobody listens, are told apart", async () => {
  expect(await fail(ask("http://nowhere.invalid/"))).toMatchObject({ reason: "not_found", isPassing: true });
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");
  const failure = await fail(ask(`http://127.0.0.1:${port}/`));
  expect(failure).toMatchObject({ reason: "refused", message: "127.0.0.1 refuses connections." });
});

test("a server that is not secure where it should be has no valid certificate or loses the connection", async () => {
  answer = (_request, response) => void response.end();
  expect(["certificate", "lost"]).toContain((await fail(ask(url.replace("http:", "https:")))).reason);
});

test("nothing is followed elsewhere", async () => {
  answer = (_request, response) => void response.writeHead(307, { location: "http://169.254.169.254/" }).end();
  expect(await fail(ask(url))).toMatchObject({ reason: "redirect", isPassing: false });
});

test("a connection that is never made secure is given up", async () => {
  const silent = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    socket.resume();
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const failure = await fail(askShortly(`https://127.0.0.1:${port}/`));
  expect(failure).toMatchObject({ reason: "connect_timeout", isPassing: true });
  expect(failure.message).toBe("127.0.0.1 could not be reached within 0.05 seconds.");
  silent.close();
});

test("an answer that never begins is given up, unless its request may take longer", async () => {
  answer = () => {};
  const failure = await fail(askShortly(url));
  expect(failure).toMatchObject({ reason: "first_byte_timeout", isPassing: true });
  expect(failure.message).toBe("127.0.0.1 did not begin to answer within 0.05 seconds.");
  expect((await fail(askShortly(url, { firstByteMs: 60 }))).message).toContain("0.06 seconds");
});

test("an answer that stops in the middle without ending is given up", async () => {
  const closed = beginAndStop();
  const failure = await fail(askShortly(url).then(readAll));
  expect(failure).toMatchObject({ reason: "silence", isPassing: true });
  expect(failure.message).toBe("127.0.0.1 began to answer and then sent nothing for 0.05 seconds.");
  await closed;
});

test("whoever reads slowly is not taken for a silent server", async () => {
  let response: ServerResponse | undefined;
  answer = (request, opened) => {
    if (request.url === "/never") return;
    response = opened;
    opened.write("one");
  };
  const reading = (await askShortly(url)).body[Symbol.asyncIterator]();
  expect(String((await reading.next()).value)).toBe("one");
  // It takes longer than the limit of silence, and meanwhile nobody asks for the next piece.
  await fail(askShortly(`${url}never`, { firstByteMs: 150 }));
  response?.end("two");
  expect(String((await reading.next()).value)).toBe("two");
  expect((await reading.next()).done).toBe(true);
});

test("a connection that breaks off in the middle is told as such", async () => {
  answer = (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  };
  expect(await fail(ask(url).then(readAll))).toMatchObject({ reason: "cut", isPassing: true });
});

test("an answer without end is cut off", async () => {
  answer = (_request, response) => void response.end("x".repeat(5000));
  const few = createOutboundStream({ innerHosts, mostBytes: 1000 });
  expect(await fail(few(url).then(readAll))).toMatchObject({ reason: "too_large", isPassing: false });
});

test("a call that is called off closes its connection, before and after the answer began", async () => {
  const reason = new Error("Nobody waits any more.");
  const early = new AbortController();
  const arrived = new Promise<IncomingMessage>((resolve) => {
    answer = (request) => resolve(request);
  });
  const asking = ask(url, { signal: early.signal });
  const request = await arrived;
  const ended = once(request.socket, "close");
  early.abort(reason);
  await expect(asking).rejects.toBe(reason);
  await ended;

  const late = new AbortController();
  const closed = beginAndStop();
  const { body } = await ask(url, { signal: late.signal });
  const reading = (async () => {
    for await (const _ of body) late.abort(reason);
  })();
  await expect(reading).rejects.toBe(reason);
  await closed;
  await expect(ask(url, { signal: late.signal })).rejects.toBe(reason);
});

test("leaving the reading early closes the connection, and so does closing the answer unread", async () => {
  const left = beginAndStop();
  for await (const chunk of (await ask(url)).body) {
    expect(chunk.toString()).toBe("begun");
    break;
  }
  expect((await left).writableFinished).toBe(false);

  const unread = beginAndStop();
  (await ask(url)).close();
  expect((await unread).writableFinished).toBe(false);
});

test("an answer that breaks off while nobody reads ends nothing else", async () => {
  let response: ServerResponse | undefined;
  answer = (_request, opened) => {
    response = opened;
    opened.writeHead(200, { "content-length": "100" }).write("half");
  };
  const asked = await ask(url);
  response?.destroy();
  await until(() => sockets.size === 0);
  expect((await fail(readAll(asked))).reason).toBe("cut");
});

test("the span of a call lasts until its body is read, and tells nothing of its address", async () => {
  const spans: { span: SpanDescription; ended: string | null }[] = [];
  setTracing({
    async run(span, work) {
      const noted = { span, ended: null as string | null };
      spans.push(noted);
      const mark = (ended: string) => {
        noted.ended = ended;
      };
      const result = work();
      result.then(
        () => mark("well"),
        () => mark("badly"),
      );
      return result;
    },
    traceparent: () => null,
  });
  try {
    answer = (_request, response) => void response.end("whole");
    const asked = await ask(`${url}path?key=secret`, { method: "POST", body: "{}" });
    expect(spans[0]?.ended).toBeNull();
    await readAll(asked);
    await until(() => spans[0]?.ended === "well");
    answer = (_request, response) => void response.write("half", () => response.destroy());
    await fail(ask(url).then(readAll));
    await until(() => spans[1]?.ended === "badly");
    expect(spans[0]?.span).toEqual({
      name: "POST",
      kind: "client",
      attributes: { "http.request.method": "POST", "server.address": "127.0.0.1" },
    });
  } finally {
    setTracing(null);
  }
});
