import { afterEach, beforeEach, expect, test, vi } from "vitest";

class FakeMedia extends EventTarget {
  matches = false;
}

let system: FakeMedia;
let stopFollowing = () => {};

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
  system = new FakeMedia();
  vi.stubGlobal("matchMedia", () => system);
});

afterEach(() => {
  stopFollowing();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Starts as a fresh page would. */
async function openPage() {
  vi.resetModules();
  const theme = await import("./color-scheme.ts");
  stopFollowing = theme.followColorScheme();
  return theme;
}

function changeSystem(isDark: boolean) {
  system.matches = isDark;
  system.dispatchEvent(new Event("change"));
}

const shown = () => document.documentElement.dataset.mantineColorScheme;

test("the stored theme wins over the system", async () => {
  localStorage.setItem("theme", "light");
  system.matches = true;
  const { colorScheme } = await openPage();
  expect([colorScheme(), shown()]).toEqual(["light", "light"]);
});

test("nothing stored follows the system, also when it changes", async () => {
  system.matches = true;
  const { colorScheme } = await openPage();
  expect(colorScheme()).toBe("dark");
  changeSystem(false);
  expect([colorScheme(), shown()]).toEqual(["light", "light"]);
  expect(localStorage.getItem("theme")).toBeNull();
});

test("an unknown stored value counts as nothing stored", async () => {
  localStorage.setItem("theme", "auto");
  system.matches = true;
  expect((await openPage()).colorScheme()).toBe("dark");
});

test("switching stores the theme, and the system is followed no longer", async () => {
  const { colorScheme, toggleColorScheme } = await openPage();
  toggleColorScheme();
  expect([colorScheme(), localStorage.getItem("theme"), shown()]).toEqual(["dark", "dark", "dark"]);
  changeSystem(true);
  changeSystem(false);
  expect(colorScheme()).toBe("dark");
});

test("a switch in another tab is followed and told to listeners", async () => {
  const { colorScheme, subscribeColorScheme } = await openPage();
  const listener = vi.fn();
  subscribeColorScheme(listener);
  localStorage.setItem("theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  expect([colorScheme(), listener.mock.calls.length]).toEqual(["dark", 1]);
});

test("storage that is refused breaks nothing", async () => {
  const refuse = () => {
    throw new DOMException("Denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  const { colorScheme, toggleColorScheme } = await openPage();
  toggleColorScheme();
  expect(colorScheme()).toBe("dark");
});

test("a chosen theme is stored, and choosing the system forgets it and follows the system at once", async () => {
  system.matches = true;
  const { chooseColorScheme, colorSchemeChoice } = await openPage();
  expect(colorSchemeChoice()).toBe("system");
  chooseColorScheme("light");
  expect([shown(), localStorage.getItem("theme"), colorSchemeChoice()]).toEqual(["light", "light", "light"]);
  chooseColorScheme("system");
  expect([shown(), localStorage.getItem("theme"), colorSchemeChoice()]).toEqual(["dark", null, "system"]);
});

test.each([
  ["dark", "light", false, "dark"],
  ["light", "dark", true, "light"],
  ["system", "light", true, "dark"],
  ["system", "dark", false, "light"],
  ["pink", "dark", false, "dark"],
])("an embedded report with ?theme=%s beside the stored %s, in a dark system: %s, is %s", async (...parameters) => {
  const [theme, stored, isDark, expected] = parameters;
  localStorage.setItem("theme", stored);
  history.replaceState(null, "", `/laiqkan/1001?theme=${theme}`);
  system.matches = isDark;
  const { colorScheme } = await openPage();
  expect([colorScheme(), shown(), localStorage.getItem("theme")]).toEqual([expected, expected, stored]);
});

test("no other page is themed by its address", async () => {
  history.replaceState(null, "", "/login?theme=dark");
  expect((await openPage()).colorScheme()).toBe("light");
});
