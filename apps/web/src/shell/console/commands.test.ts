import { expect, test, vi } from "vitest";
import { commandsFor, findCommands } from "./commands.ts";
import { navigationFor } from "./navigation.ts";

const actions = { isDark: false, open: vi.fn(), switchTheme: vi.fn(), signOut: vi.fn() };
const tenant = { id: "t1", name: "Acme", source: null, aiq_type: "Docman" };
const { groups } = navigationFor({ role: "viewer", tenant, productSlug: "assistant" });
const commands = commandsFor(groups, actions);
const labels = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

test("with nothing typed every page and every action is offered", () => {
  expect(labels("")).toEqual([
    "Dashboard",
    "My figures",
    "Reports",
    "Document report",
    "Profile",
    "Switch to dark theme",
    "Sign out",
  ]);
});

test("every typed word must be found, in any order and case", () => {
  expect(labels("REPORT doc")).toEqual(["Document report"]);
  expect(labels("report warehouse")).toEqual([]);
});

test("what starts with the typed text comes first", () => {
  expect(labels("s").slice(0, 2)).toEqual(["Switch to dark theme", "Sign out"]);
});

test("choosing a page opens it, choosing an action does it", () => {
  findCommands(commands, "profile")[0]?.run();
  findCommands(commands, "sign out")[0]?.run();
  expect([actions.open.mock.calls, actions.signOut.mock.calls.length]).toEqual([[["/tenant/profile"]], 1]);
});
