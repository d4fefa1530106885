import { beforeEach, expect, test, vi } from "vitest";
import { closed, createEmbedDesk, embedTenant, ended, refusal } from "./embed-desk-for-tests.ts";

vi.mock("../config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const stored = JSON.stringify({ isAuthenticated: true, user: { uid: "u1", role: "user" }, role: "user", tenant: null });
const desk = createEmbedDesk();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("auth", stored);
});

test("a key is exchanged for the LAIQKAN token, which calls use; nobody's sign-in and no cookie goes along", async () => {
  const { step, authState, idToken } = await desk.open();
  expect([step(), desk.exchanges()]).toEqual(["open", [{ tookan_id: "1001", key: "the-key" }]]);
  expect([await idToken(), authState().tenant, authState().isAuthenticated]).toEqual(["token 1", embedTenant, false]);
  expect(desk.calls.map(({ path, init }) => [path, init.credentials])).toEqual([
    ["/api/embed/session", "omit"],
    ["/api/embed/standing", "omit"],
  ]);
  expect(new Headers(desk.calls[1]?.init.headers).get("authorization")).toBe("Bearer token 1");
});

test("whoever is signed in in the same browser stays so: their storage is not touched", async () => {
  const touched = vi.spyOn(Storage.prototype, "getItem");
  const written = [vi.spyOn(Storage.prototype, "setItem"), vi.spyOn(Storage.prototype, "removeItem")];
  const { close } = await desk.open();
  await desk.after(500_000);
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
  expect((await desk.open()).step()).toBe("open");
});

test("a token is renewed at four fifths of its life, with the same key", async () => {
  const { authState } = await desk.open();
  await desk.after(479_000);
  expect(desk.exchanges()).toHaveLength(1);
  await desk.after(2_000);
  expect([desk.exchanges().length, authState().laiqkanToken]).toEqual([2, "token 2"]);
  await desk.after(480_000);
  expect(authState().laiqkanToken).toBe("token 3");
});

test("whether it is still open is asked every three seconds while somebody looks, and at once when they come back", async () => {
  await desk.open();
  expect(desk.looks()).toBe(1);
  await desk.after(9_000);
  expect(desk.looks()).toBe(4);
  desk.hide(true);
  await desk.after(60_000);
  expect(desk.looks()).toBe(4);
  desk.hide(false);
  await desk.after(0);
  expect(desk.looks()).toBe(5);
});

test.each([closed, refusal(400, "invalid_input")])("what does not open says nothing but that (%j)", async (answer) => {
  desk.session = answer;
  const { step, authState } = await desk.open();
  expect([step(), authState().laiqkanToken]).toEqual(["inactive", null]);
});

test("a link that is closed while it is open ends within five seconds, and nothing of it stays", async () => {
  const { step, authState } = await desk.open();
  [desk.session, desk.standing] = [closed, ended];
  await desk.after(3_000);
  expect([step(), authState().laiqkanToken, authState().tenant]).toEqual(["ended", null, null]);
  expect(desk.exchanges()).toHaveLength(2);
  await desk.after(60_000);
  expect([desk.exchanges().length, desk.looks()]).toEqual([2, 2]);
});

test("a token that is refused although the link is open is replaced, and nothing is dropped", async () => {
  const { step, authState, embedState } = await desk.open();
  const seen: string[] = [];
  const { subscribeEmbed } = await import("./embed-state.ts");
  subscribeEmbed(() => seen.push(embedState().step));
  desk.standing = ended;
  const server = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (new Headers(init.headers).get("authorization") === "Bearer token 2") desk.standing = { body: { version: "1" } };
    return server(path, init);
  });
  await desk.after(3_000);
  expect([step(), authState().laiqkanToken, new Set(seen)]).toEqual(["open", "token 2", new Set(["open"])]);
});

test("a new token that is refused too shows nothing, and is tried once more before the link counts as closed", async () => {
  const { step } = await desk.open();
  desk.standing = ended;
  await desk.after(3_000);
  expect(step()).toBe("opening");
  desk.standing = { body: { version: "1" } };
  await desk.after(2_000);
  expect(step()).toBe("open");
  desk.standing = ended;
  await desk.after(5_000);
  expect(step()).toBe("ended");
});

test("a change of what the link shows is told by its version", async () => {
  const { embedState } = await desk.open();
  desk.standing = { body: { version: "2" } };
  await desk.after(3_000);
  expect(embedState()).toMatchObject({ step: "open", version: "2" });
});

test("after a sleep longer than its token nothing is shown before it is open again", async () => {
  const { step, authState } = await desk.open();
  desk.hide(true);
  await desk.after(700_000);
  expect([step(), authState().laiqkanToken, desk.exchanges().length]).toEqual(["opening", null, 1]);
  desk.session = closed;
  desk.hide(false);
  await desk.after(0);
  expect(step()).toBe("ended");
});

test("a sleep in which even the clocks stood still drops what has ended before anything is asked", async () => {
  const { step, authState } = await desk.open();
  vi.setSystemTime(Date.now() + 700_000);
  desk.session = "never";
  desk.hide(false);
  expect([step(), authState().laiqkanToken]).toEqual(["opening", null]);
});

test("after a sleep shorter than that it is renewed at once", async () => {
  const { step, authState } = await desk.open();
  desk.hide(true);
  await desk.after(500_000);
  desk.hide(false);
  await desk.after(0);
  expect([step(), authState().laiqkanToken]).toEqual(["open", "token 2"]);
});

test("without a connection figures stay while the token holds, then they go; it goes on by itself", async () => {
  const { step, embedState } = await desk.open();
  [desk.session, desk.standing] = ["offline", "offline"];
  await desk.after(3_000);
  expect(embedState()).toMatchObject({ step: "open", trouble: expect.stringContaining("cannot be reached") });
  await desk.after(598_000);
  expect(step()).toBe("offline");
  [desk.session, desk.standing] = [{ body: {} }, { body: { version: "1" } }];
  await desk.after(5_000);
  expect(embedState()).toMatchObject({ step: "open", trouble: null });
});

test("a server that does not answer whether a refused token can be replaced keeps no figures on the screen", async () => {
  const { step } = await desk.open();
  [desk.session, desk.standing] = ["never", ended];
  await desk.after(4_600);
  expect(step()).toBe("opening");
});

test("too many requests are waited out, and tried again by themselves", async () => {
  desk.session = refusal(429, "limit_reached", { headers: { "retry-after": "20" } });
  const { embedState, step } = await desk.open();
  expect(embedState()).toEqual({ step: "waiting", until: Date.now() + 20_000 });
  desk.session = { body: {} };
  await desk.after(19_000);
  expect(step()).toBe("waiting");
  await desk.after(1_000);
  expect(step()).toBe("open");
});

test("a passcode is asked for, a wrong one is told with what was typed, and the right one is kept for renewals", async () => {
  desk.session = refusal(400, "invalid_input", { fields: { passcode: "This is not the passcode." } });
  const { embedState, givePasscode, step } = await desk.open();
  expect(embedState()).toEqual({ step: "passcode", typed: "", problem: null });
  await givePasscode("wrong");
  expect(embedState()).toEqual({ step: "passcode", typed: "wrong", problem: "This is not the passcode." });
  desk.session = { body: {} };
  await givePasscode("right");
  expect(step()).toBe("open");
  await desk.after(481_000);
  expect(desk.exchanges().at(-1)).toEqual({ tookan_id: "1001", key: "the-key", passcode: "right" });
});

test("a preview is opened by its token as it is, is never exchanged, and says when it has ended", async () => {
  const { step, authState, embedState } = await desk.open("/laiqkan/1001#p=ready.made.token");
  expect(embedState()).toMatchObject({ step: "open", isPreview: true, origins: [] });
  expect([authState().laiqkanToken, desk.exchanges()]).toEqual(["ready.made.token", []]);
  desk.standing = ended;
  await desk.after(3_000);
  expect([step(), authState().laiqkanToken, desk.exchanges()]).toEqual(["preview-ended", null, []]);
});

test("the bare address is exchanged by its number alone", async () => {
  await desk.open("/laiqkan/1001");
  expect(desk.exchanges()).toEqual([{ tookan_id: "1001" }]);
});

test("another link of the same address starts over with its own key", async () => {
  const { authState } = await desk.open();
  history.replaceState(null, "", "/laiqkan/1001#k=other");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(authState().laiqkanToken).toBeNull();
  await desk.after(0);
  expect(desk.exchanges().at(-1)).toEqual({ tookan_id: "1001", key: "other" });
});

test("going on to another page ends it for good, also an exchange that is under way", async () => {
  const { leaveEmbeddedReport, authState } = await desk.open();
  localStorage.clear();
  desk.hide(true);
  await desk.after(490_000);
  desk.hide(false);
  await leaveEmbeddedReport();
  await desk.after(0);
  const callCount = desk.calls.length;
  await desk.after(60_000);
  desk.hide(false);
  expect([authState().laiqkanToken, authState().tenant, desk.calls.length]).toEqual([null, null, callCount]);
});
