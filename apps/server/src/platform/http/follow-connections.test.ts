import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { route } from "@console/contracts";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { handle } from "./endpoint.ts";

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
