import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { limitArrival } from "./limit-arrival.ts";

let closing: () => Promise<unknown> = async () => {};
afterEach(() => closing());

/** Sends the head of a call and then a byte of its body now and then, for as long as anyone takes them. */
function trickle(port: number, head: string, everyMs = 50) {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  socket.write(`${head}\r\nhost: console.test\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`);
  const timer = setInterval(() => socket.write(" "), everyMs);
  socket.on("close", () => clearInterval(timer));
  return { socket, status: () => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0) };
}

async function listen(testApp: TestApp): Promise<number> {
  closing = testApp.close;
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  return (testApp.app.server.address() as AddressInfo).port;
}

test.each([
  ["a method that is refused", "PUT /api/config HTTP/1.1", 405],
  ["a file of someone unknown", "POST /api/sources/sales/imports HTTP/1.1", 401],
  ["a webhook beyond the limit", "POST /hooks/tookan/x HTTP/1.1", 429],
])("whoever trickles the body of %s is answered and then closed", async (_what, head, status) => {
  const port = await listen(await createTestApp());
  if (status === 429) await flood(port);
  const { socket, status: answered } = trickle(port, head);
  await until(() => answered() > 0);
  expect(answered()).toBe(status);
  await until(() => socket.destroyed);
});

async function flood(port: number): Promise<void> {
  const call = () => fetch(`http://127.0.0.1:${port}/hooks/tookan/x`, { method: "POST", body: "{}" });
  for (let call429 = false; !call429; ) {
    const answers = await Promise.all(Array.from({ length: 50 }, call));
    call429 = answers.some(({ status }) => status === 429);
  }
}

test("a body that was refused but arrives soon leaves its connection in use", async () => {
  const port = await listen(await createTestApp());
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let answers = "";
  socket.on("data", (text) => {
    answers += text;
  });
  socket.write("PUT /api/config HTTP/1.1\r\nhost: console.test\r\ncontent-length: 2\r\n\r\n");
  await until(() => answers.includes("405"));
  socket.write("{}GET /healthz HTTP/1.1\r\nhost: console.test\r\n\r\n");
  await until(() => answers.includes("alive"));
  socket.destroy();
});

test("a file that comes too slowly is cut off, and one that comes fast enough is not", async () => {
  const app = fastify();
  closing = () => app.close();
  limitArrival(app, () => true, { arrivalMs: 300, leastFileBytes: 1000, restMs: 300 });
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume().on("end", () => done(null));
  });
  app.removeContentTypeParser("application/json");
  app.post("/", async () => "taken");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const { socket, status } = trickle(port, "POST / HTTP/1.1");
  await until(() => socket.destroyed);
  expect(status()).toBe(0);

  const quick = connect(port, "127.0.0.1").setEncoding("utf8");
  let answer = "";
  quick.on("data", (text) => {
    answer += text;
  });
  quick.write(
    "POST / HTTP/1.1\r\nhost: console.test\r\ncontent-type: application/json\r\ncontent-length: 20000\r\n\r\n",
  );
  for (let part = 0; part < 20; part++) {
    quick.write("x".repeat(1000));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await until(() => answer.includes("taken"));
  quick.destroy();
});
