import { expect, test, vi } from "vitest";
import { commandsFor, commandsForHits, commandToAsk, findCommands } from "./commands.ts";
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
    "Ledger",
    "Status",
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
  expect(labels("s").slice(0, 2)).toEqual(["Status", "Switch to dark theme"]);
});

test("choosing a page opens it, choosing an action does it", () => {
  findCommands(commands, "profile")[0]?.run();
  findCommands(commands, "sign out")[0]?.run();
  expect([actions.open.mock.calls, actions.signOut.mock.calls.length]).toEqual([[["/tenant/profile"]], 1]);
});

test("what the server finds is offered with its kind, but no page twice", () => {
  const open = vi.fn();
  const hits = [
    { kind: "report", title: "Document report", detail: null, path: "/tenant/docman-report" },
    { kind: "order", title: "INV-7", detail: "Task 7", path: "/tenant/tookan-report?row=a%2F7" },
  ] as const;
  const offered = commandsForHits(hits, commands, open);
  expect(offered.map(({ label, group, detail }) => [label, group, detail])).toEqual([["INV-7", "Order", "Task 7"]]);
  offered[0]?.run();
  expect(open).toHaveBeenCalledWith("/tenant/tookan-report?row=a%2F7");
});

test("what was typed can be asked, where there is a page for questions", () => {
  const open = vi.fn();
  const command = commandToAsk(" sales & stock ", groups, "/tenant/my-assistant", open);
  command?.run();
  expect([command?.label, open.mock.calls]).toEqual([
    "Ask: “sales & stock”",
    [["/tenant/my-assistant?q=sales+%26+stock"]],
  ]);
  expect([
    commandToAsk(" ", groups, "/tenant/my-assistant", open),
    commandToAsk("sales", [], "/tenant/my-assistant", open),
  ]).toEqual([null, null]);
});
