import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake } from "../../../lib/fake-for-tests.ts";
import { onHostToken, tellHost } from "./embed-host.ts";

const allowed = ["https://shop.example", "https://portal.example"];
const message = { type: "laiqkan:height", height: 900 } as const;
const post = vi.fn();
const parent = { postMessage: post };

let isFramed: boolean;
let ancestors: string[] | undefined;
let referrer: string;

beforeEach(() => {
  [isFramed, ancestors, referrer] = [true, undefined, ""];
  post.mockReset();
  vi.spyOn(window, "parent", "get").mockImplementation(() => (isFramed ? fake<Window>(parent) : window));
  Object.defineProperty(location, "ancestorOrigins", { configurable: true, get: () => ancestors });
  vi.spyOn(document, "referrer", "get").mockImplementation(() => referrer);
});

afterEach(() => {
  Reflect.deleteProperty(location, "ancestorOrigins");
  vi.restoreAllMocks();
});

const targetOrigins = () => post.mock.calls.map((call) => call[1]);

test("a page that nobody frames tells nobody", () => {
  isFramed = false;
  expect([tellHost(allowed, message), targetOrigins()]).toEqual([false, []]);
});

test("the origin that the browser names is told, if it is allowed", () => {
  ancestors = ["https://portal.example", "https://outer.example"];
  expect([tellHost(allowed, message), post.mock.calls]).toEqual([true, [[message, "https://portal.example"]]]);
});

test.each([["https://evil.example"], ["https://evil.example", "https://shop.example"]])(
  "a page at %s around it is told nothing, whatever stands around that",
  (...origins) => {
    ancestors = origins;
    expect([tellHost(allowed, message), targetOrigins()]).toEqual([false, []]);
  },
);

test("where the browser names none, the page that led here counts", () => {
  referrer = "https://shop.example/orders?x=1";
  tellHost(allowed, message);
  referrer = "https://evil.example/";
  tellHost(allowed, message);
  expect(targetOrigins()).toEqual(["https://shop.example"]);
});

test("where nothing is known, only allowed origins are named, never all", () => {
  tellHost(allowed, message);
  tellHost([], message);
  expect(targetOrigins()).toEqual(allowed);
});

test("a token is taken from the page around it alone, from an allowed origin, in the agreed form", () => {
  const taken: string[] = [];
  const stop = onHostToken(
    () => allowed,
    (token) => taken.push(token),
  );
  const say = (data: unknown, { origin = allowed[0], source = parent }: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  const good = { type: "laiqkan:token", token: "a.b.c" };
  say(good, { origin: "https://evil.example" });
  say(good, { source: { postMessage: post } });
  say({ type: "other", token: "a.b.c" });
  say({ type: "laiqkan:token", token: 7 });
  say({ type: "laiqkan:token", token: "x".repeat(5000) });
  say(null);
  expect(taken).toEqual([]);
  say(good);
  isFramed = false;
  say({ ...good, token: "own" }, { source: window });
  stop();
  say(good);
  expect(taken).toEqual(["a.b.c"]);
});
