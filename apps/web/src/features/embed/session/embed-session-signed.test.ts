import { afterEach, expect, test, vi } from "vitest";
import { fake } from "../../../lib/fake-for-tests.ts";
import { closed, createEmbedFixture, ended } from "./session-fixture-for-tests.ts";

vi.mock("../../../lib/config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const host = { postMessage: vi.fn() };
const fixture = createEmbedFixture();

afterEach(() => host.postMessage.mockReset());

function frame() {
  vi.spyOn(window, "parent", "get").mockImplementation(() => fake<Window>(host));
  return (token: string, origin = "https://shop.example") =>
    window.dispatchEvent(
      Object.assign(new Event("message"), { data: { type: "laiqkan:token", token }, origin, source: host }),
    );
}

test("for a signed report the host is asked for a newer token, and one from elsewhere is not heard", async () => {
  const say = frame();
  await fixture.open("/laiqkan/1001#t=first");
  await fixture.after(480_000);
  expect(host.postMessage.mock.calls).toEqual([[{ type: "laiqkan:token-needed" }, "https://shop.example"]]);
  expect(fixture.exchanges()).toEqual([{ tookan_id: "1001", token: "first" }]);
  say("stolen", "https://evil.example");
  say("second");
  await fixture.after(0);
  expect(fixture.exchanges().at(-1)).toEqual({ tookan_id: "1001", token: "second" });
});

test("a signed report whose host is silent goes on until its token ends, and opens again when the host speaks", async () => {
  const say = frame();
  const { step } = await fixture.open("/laiqkan/1001#t=first");
  fixture.session = closed;
  await fixture.after(490_000);
  expect(step()).toBe("open");
  await fixture.after(125_000);
  expect(step()).toBe("ended");
  fixture.session = { body: {} };
  say("second");
  await fixture.after(0);
  expect([step(), fixture.exchanges().at(-1)]).toEqual(["open", { tookan_id: "1001", token: "second" }]);
});

test("a signed report that is closed ends within five seconds, although its host is asked first", async () => {
  frame();
  const { step, authState } = await fixture.open("/laiqkan/1001#t=first");
  [fixture.session, fixture.standing] = [closed, ended];
  await fixture.after(4_600);
  expect([step(), authState().laiqkanToken]).toEqual(["opening", null]);
  await fixture.after(2_000);
  expect(step()).toBe("ended");
});
