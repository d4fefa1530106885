import { once } from "node:events";
import { connect } from "node:net";
import { errorBody } from "@console/contracts";
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

test("whoever calls before there is an answer is told to come again, and keeps nothing from being released", async () => {
  const held = await holdPort(host, 0);
  const call = (path: string, init?: RequestInit) => fetch(`http://${host}:${held.port}${path}`, init);
  const early = await call("/api/session", { method: "POST", body: "{}" });
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(errorBody.parse(await early.json()).error.kind).toBe("unavailable");
  const page = await call("/login", { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="2">');
  const alive = await call("/healthz");
  expect([alive.status, await alive.json()]).toEqual([200, { status: "starting" }]);
  expect((await call("/readyz")).status).toBe(503);
  await held.release();
  await held.release();
  await expect(call("/healthz")).rejects.toThrow();
});

test("a call that is never ended does not hold the port", async () => {
  const held = await holdPort(host, 0);
  const open = connect(held.port, host);
  open.on("error", () => {});
  await once(open, "connect");
  open.write("POST /api/session HTTP/1.1\r\nHost: x\r\n");
  await held.release();
  open.destroy();
});
