import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
});

async function open(address: string) {
  history.replaceState({ own: 1 }, "", address);
  const { takeFragmentSecret } = await import("../../../lib/fragment-secret.ts");
  takeFragmentSecret();
  return import("./embed-secret.ts");
}

const address = () => location.pathname + location.search + location.hash;

test.each([
  ["/laiqkan/1001?theme=dark#k=the-key", { kind: "key", value: "the-key" }, "/laiqkan/1001?theme=dark"],
  ["/laiqkan/1001#t=a.b.c", { kind: "signed", value: "a.b.c" }, "/laiqkan/1001"],
  ["/laiqkan/1001#p=a.b.c", { kind: "preview", value: "a.b.c" }, "/laiqkan/1001"],
  ["/embedded/tookan-report?client=7#t=a.b.c", { kind: "signed", value: "a.b.c" }, "/embedded/tookan-report?client=7"],
  ["/laiqkan/1001#top&k=100%", { kind: "key", value: "100%" }, "/laiqkan/1001"],
  ["/laiqkan/1001/no/page#k=the-key", { kind: "key", value: "the-key" }, "/laiqkan/1001/no/page"],
])("the secret of %s is taken out of the address and kept nowhere else", async (given, secret, left) => {
  const { embedSecret } = await open(given);
  expect([embedSecret(), address(), history.state]).toEqual([secret, left, { own: 1 }]);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test.each(["/laiqkan/1001", "/laiqkan/1001#top", "/laiqkan/1001#k=", "/tenant#k=the-key"])(
  "%s holds no secret",
  async (given) => {
    const { embedSecret } = await open(given);
    expect([embedSecret(), address()]).toEqual([null, given]);
  },
);

test("another link of the same address takes the place of the first, and is told of", async () => {
  const { embedSecret } = await open("/laiqkan/1001#k=first");
  const { followSecret } = await import("./follow-secret.ts");
  const listener = vi.fn();
  const stop = followSecret(listener);
  history.replaceState(null, "", "/laiqkan/1001#k=second");
  window.dispatchEvent(new PopStateEvent("popstate"));
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect([embedSecret()?.value, address(), listener.mock.calls.length]).toEqual(["second", "/laiqkan/1001", 1]);
  stop();
});
