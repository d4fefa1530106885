import { beforeEach, expect, test, vi } from "vitest";
import { closed, createEmbedFixture, embedTenant, ended, refusal } from "./session-fixture-for-tests.ts";

vi.mock("../../../lib/config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const stored = JSON.stringify({ isAuthenticated: true, user: { uid: "u1", role: "user" }, role: "user", tenant: null });
const fixture = createEmbedFixture();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("auth", stored);
});

test("a key is exchanged for the LAIQKAN token, which calls use without any cookie", async () => {
  const { step, authState, idToken } = await fixture.open();
  expect([step(), fixture.exchanges()]).toEqual(["open", [{ tookan_id: "1001", key: "the-key" }]]);
  expect([await idToken(), authState().tenant, authState().isAuthenticated]).toEqual(["token 1", embedTenant, false]);
  expect(fixture.calls.map(({ path, init }) => [path, init.credentials])).toEqual([
    ["/api/embed/session", "same-origin"],
    ["/api/embed/standing", "omit"],
  ]);
  expect(new Headers(fixture.calls[1]?.init.headers).get("authorization")).toBe("Bearer token 1");
});

test("whoever is signed in in the same browser stays so: their storage is not touched", async () => {
  const touched = vi.spyOn(Storage.prototype, "getItem");
  const written = [vi.spyOn(Storage.prototype, "setItem"), vi.spyOn(Storage.prototype, "removeItem")];
  const { close } = await fixture.open();
  await fixture.after(500_000);
  close();
  expect([touched, ...written].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  expect(localStorage.getItem("auth")).toBe(stored);
});

test("it opens also where the browser refuses storage", async () => {
  const refuse = () => {
    throw new DOMException("Refused", "SecurityError");
  };
  vi.spyOn(window, "localStorage", "get").mockImplementation(refuse);
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(refuse);
  expect((await fixture.open()).step()).toBe("open");
});

test("a token is renewed at four fifths of its life, with the same key", async () => {
  const { authState } = await fixture.open();
  await fixture.after(479_000);
  expect(fixture.exchanges()).toHaveLength(1);
  await fixture.after(2_000);
  expect([fixture.exchanges().length, authState().laiqkanToken]).toEqual([2, "token 2"]);
  await fixture.after(480_000);
  expect(authState().laiqkanToken).toBe("token 3");
});

test("whether it is still open is asked every three seconds while someone looks, and at once when they come back", async () => {
  await fixture.open();
  expect(fixture.looks()).toBe(1);
  await fixture.after(9_000);
  expect(fixture.looks()).toBe(4);
  fixture.hide(true);
  await fixture.after(60_000);
  expect(fixture.looks()).toBe(4);
  fixture.hide(false);
  await fixture.after(0);
  expect(fixture.looks()).toBe(5);
});

test.each([closed, refusal(400, "invalid_input")])("what does not open says nothing but that (%j)", async (answer) => {
  fixture.session = answer;
  const { step, authState } = await fixture.open();
  expect([step(), authState().laiqkanToken]).toEqual(["inactive", null]);
});

test("a link that is closed while it is open ends within five seconds, and nothing of it stays", async () => {
  const { step, authState } = await fixture.open();
  [fixture.session, fixture.standing] = [closed, ended];
  await fixture.after(3_000);
  expect([step(), authState().laiqkanToken, authState().tenant]).toEqual(["ended", null, null]);
  expect(fixture.exchanges()).toHaveLength(2);
  await fixture.after(60_000);
  expect([fixture.exchanges().length, fixture.looks()]).toEqual([2, 2]);
});

test("a token that is refused although the link is open is replaced, and nothing is dropped", async () => {
  const { step, authState, embedState, subscribe } = await fixture.open();
  const seen: string[] = [];
  subscribe(() => seen.push(embedState().step));
  fixture.standing = ended;
  const server = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (new Headers(init.headers).get("authorization") === "Bearer token 2")
      fixture.standing = { body: { version: "1" } };
    return server(path, init);
  });
  await fixture.after(3_000);
  expect([step(), authState().laiqkanToken, new Set(seen)]).toEqual(["open", "token 2", new Set(["open"])]);
});

test("a new token that is refused too shows nothing, and is tried once more before the link counts as closed", async () => {
  const { step } = await fixture.open();
  fixture.standing = ended;
  await fixture.after(3_000);
  expect(step()).toBe("opening");
  fixture.standing = { body: { version: "1" } };
  await fixture.after(2_000);
  expect(step()).toBe("open");
  fixture.standing = ended;
  await fixture.after(5_000);
  expect(step()).toBe("ended");
});

test("a change of what the link shows is told by its version", async () => {
  const { embedState } = await fixture.open();
  fixture.standing = { body: { version: "2" } };
  await fixture.after(3_000);
  expect(embedState()).toMatchObject({ step: "open", version: "2" });
});

test("after a sleep longer than its token nothing is shown before it is open again", async () => {
  const { step, authState } = await fixture.open();
  fixture.hide(true);
  await fixture.after(700_000);
  expect([step(), authState().laiqkanToken, fixture.exchanges().length]).toEqual(["opening", null, 1]);
  fixture.session = closed;
  fixture.hide(false);
  await fixture.after(0);
  expect(step()).toBe("ended");
});

test("a sleep in which even the clocks stood still drops what has ended before anything is asked", async () => {
  const { step, authState } = await fixture.open();
  vi.setSystemTime(Date.now() + 700_000);
  fixture.session = "never";
  fixture.hide(false);
  expect([step(), authState().laiqkanToken]).toEqual(["opening", null]);
});

test("after a sleep shorter than that it is renewed at once", async () => {
  const { step, authState } = await fixture.open();
  fixture.hide(true);
  await fixture.after(500_000);
  fixture.hide(false);
  await fixture.after(0);
  expect([step(), authState().laiqkanToken]).toEqual(["open", "token 2"]);
});

test("without a connection figures stay while the token holds, then they go; it goes on by itself", async () => {
  const { step, embedState } = await fixture.open();
  [fixture.session, fixture.standing] = ["offline", "offline"];
  await fixture.after(3_000);
  expect(embedState()).toMatchObject({ step: "open", trouble: expect.stringContaining("cannot be reached") });
  await fixture.after(598_000);
  expect(step()).toBe("offline");
  [fixture.session, fixture.standing] = [{ body: {} }, { body: { version: "1" } }];
  await fixture.after(5_000);
  expect(embedState()).toMatchObject({ step: "open", trouble: null });
});

test("a server that does not answer whether a refused token can be replaced keeps no figures on the screen", async () => {
  const { step } = await fixture.open();
  [fixture.session, fixture.standing] = ["never", ended];
  await fixture.after(4_600);
  expect(step()).toBe("opening");
});

test("too many requests are waited out, and tried again by themselves", async () => {
  fixture.session = refusal(429, "limit_reached", { headers: { "retry-after": "20" } });
  const { embedState, step } = await fixture.open();
  expect(embedState()).toEqual({ step: "waiting", until: Date.now() + 20_000 });
  fixture.session = { body: {} };
  await fixture.after(19_000);
  expect(step()).toBe("waiting");
  await fixture.after(1_000);
  expect(step()).toBe("open");
});

test("a passcode is asked for, a wrong one is told with what was typed, and the right one is kept for renewals", async () => {
  fixture.session = refusal(400, "invalid_input", { fields: { passcode: "This is not the passcode." } });
  const { embedState, submitPasscode, step } = await fixture.open();
  expect(embedState()).toEqual({ step: "passcode", typed: "", problem: null });
  await submitPasscode("wrong");
  expect(embedState()).toEqual({ step: "passcode", typed: "wrong", problem: "This is not the passcode." });
  fixture.session = { body: {} };
  await submitPasscode("right");
  expect(step()).toBe("open");
  await fixture.after(481_000);
  expect(fixture.exchanges().at(-1)).toEqual({ tookan_id: "1001", key: "the-key", passcode: "right" });
});

test("a preview is opened by its token as it is, is never exchanged, and says when it has ended", async () => {
  const { step, authState, embedState } = await fixture.open("/laiqkan/1001#p=ready.made.token");
  expect(embedState()).toMatchObject({ step: "open", isPreview: true, origins: [] });
  expect([authState().laiqkanToken, fixture.exchanges()]).toEqual(["ready.made.token", []]);
  fixture.standing = ended;
  await fixture.after(3_000);
  expect([step(), authState().laiqkanToken, fixture.exchanges()]).toEqual(["preview-ended", null, []]);
});

test("without a key the report is opened by its address, with the cookie of an earlier visit", async () => {
  const { step } = await fixture.open("/laiqkan/1001");
  expect([step(), fixture.exchanges(), fixture.resumes()]).toEqual(["open", [], ["1001"]]);
  expect(fixture.calls[0]?.init.credentials).toBe("same-origin");
  await fixture.after(481_000);
  expect([step(), fixture.resumes()]).toEqual(["open", ["1001", "1001"]]);
});

test("another link of the same address starts over with its own key", async () => {
  const { authState } = await fixture.open();
  history.replaceState(null, "", "/laiqkan/1001#k=other");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(authState().laiqkanToken).toBeNull();
  await fixture.after(0);
  expect(fixture.exchanges().at(-1)).toEqual({ tookan_id: "1001", key: "other" });
});

test("going on to another page ends it for good, also an exchange that is under way", async () => {
  const { leaveFramedPage, authState } = await fixture.open();
  localStorage.clear();
  fixture.hide(true);
  await fixture.after(490_000);
  fixture.hide(false);
  await leaveFramedPage();
  await fixture.after(0);
  const callCount = fixture.calls.length;
  await fixture.after(60_000);
  fixture.hide(false);
  expect([authState().laiqkanToken, authState().tenant, fixture.calls.length]).toEqual([null, null, callCount]);
});
