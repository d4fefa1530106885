import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { route } from "@console/contracts";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { handle } from "./endpoint.ts";
import { followConnections } from "./follow-connections.ts";

test("closing finishes the open request, tells its client to leave, and waits for no silent connection", async () => {
  let begun = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = route({
    method: "GET",
    path: "/api/slow",
    permission: "public",
    summary: "Slow.",
    topics: [],
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
  } as const);
  const testApp = await createTestApp({
    endpoints: [
      handle(slow, async () => {
        begun = true;
        await held;
        return { done: true };
      }),
    ],
  });
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = testApp.app.server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  const answer = fetch(`http://127.0.0.1:${port}/api/slow`);
  await until(() => begun);
  const closing = testApp.close();
  setTimeout(release, 200);
  expect(await (await answer).json()).toEqual({ done: true });
  await closing;
  await until(() => silent.destroyed || silent.readableEnded || silent.closed);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

/** A server that is followed, and a client that keeps its connection; `answer` is what becomes of a request. */
async function openFollowed(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  const connections = followConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent }, (response) => {
        response.resume();
        response.once("end", () => resolve(response));
        response.once("error", reject);
      }).once("error", reject);
    });
  return { server, connections, ask };
}

const closed = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => void server.close(() => resolve()));

test("whoever comes while the server leaves is answered, and told that the connection ends", async () => {
  const { server, connections, ask } = await openFollowed((response) => response.end("{}"));
  expect((await ask()).headers.connection).toBe("keep-alive");
  const leaving = connections.leave();
  expect((await ask()).headers.connection).toBe("close");
  await leaving;
  await closed(server);
});

test("a request that is open when the server has stopped to listen is still answered", async () => {
  const open: ServerResponse[] = [];
  const { server, connections, ask } = await openFollowed((response) => void open.push(response));
  const answer = ask();
  await until(() => open.length > 0);
  await connections.leave();
  const closing = closed(server);
  // Longer than the last bytes of an answer get.
  setTimeout(() => open[0]?.end("{}"), 300);
  expect((await answer).statusCode).toBe(200);
  await closing;
});
