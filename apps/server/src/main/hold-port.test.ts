import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { holdPort } from "./hold-port.ts";

const host = "127.0.0.1";

test("a held port is nobody else's until it is released", async () => {
  const held = await holdPort(host, 0);
  expect(held.port).toBeGreaterThan(0);
  await expect(holdPort(host, held.port)).rejects.toThrow(`Port ${held.port} on ${host} is taken by another program`);
  await held.release();
  const again = await holdPort(host, held.port);
  expect(again.port).toBe(held.port);
  await again.release();
});

test("whoever calls before there is an answer is sent away at once, and keeps nothing from being released", async () => {
  const held = await holdPort(host, 0);
  const early = connect(held.port, host);
  const [error] = await once(early, "error");
  expect(error).toMatchObject({ code: "ECONNRESET" });
  await held.release();
  await held.release();
});
