import { afterEach, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let testApp: TestApp;
afterEach(() => {
  vi.restoreAllMocks();
  return testApp.close();
});

const hook = (name: string) => `/hooks/tookan/${Buffer.from("north").toString("base64url")}.${name}`;

test("a flood of webhooks is refused before anything is looked up, by the connection and by the address", async () => {
  testApp = await createTestApp();
  // The hub looks for events by itself every few seconds, which would be counted here.
  await testApp.hub.close();
  // A busy machine needs longer for so many calls than the limit's ten seconds: its clock stands still.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  let lookups = 0;
  testApp.pool.on("acquire", () => {
    lookups += 1;
  });
  const call = async (name: string, remoteAddress = "192.0.2.7") => {
    const before = lookups;
    const payload = { job_id: "1", tookan_shared_secret: "guess" };
    const { statusCode, headers } = await testApp.app.inject({
      method: "POST",
      url: hook(name),
      remoteAddress,
      payload,
    });
    return { statusCode, retryAfter: headers["retry-after"], lookups: lookups - before };
  };
  const flood = async (times: number, toName: (turn: number) => string) => {
    for (let turn = 0; turn < times; turn++) expect((await call(toName(turn))).statusCode).toBe(401);
  };
  const refused = { statusCode: 429, retryAfter: expect.anything(), lookups: 0 };

  await flood(500, () => "one");
  expect(await call("one")).toEqual(refused);
  expect((await call("other")).statusCode).toBe(401);
  await flood(498, (turn) => `any-${turn}`);
  expect(await call("new")).toEqual(refused);
  expect((await call("new", "192.0.2.8")).statusCode).toBe(401);
});
