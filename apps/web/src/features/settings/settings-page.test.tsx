import type { Setting, SettingGroup } from "@console/contracts";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changeAuth } from "../../lib/auth/auth-state.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { SettingsPage } from "./settings-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<typeof import("../../lib/api.ts")>()),
  callApi: vi.fn(),
  openStream: () => new Promise(() => {}),
}));

const { answers, show, says, press, type, control, button, callInputs } = createScreen();

function setting(name: string, label: string, more: Partial<Setting> & { type?: string } = {}): Setting {
  const { type: kind = "text", ...rest } = more;
  return {
    name,
    field: {
      name,
      label,
      type: kind,
      choices: [],
      help: `Help of ${label}.`,
      isRequired: false,
      isGiven: true,
      isChanged: true,
      shown: "column",
      isSortable: false,
      isFilter: false,
      max: null,
      refersTo: null,
    } as Setting["field"],
    value: null,
    initial: null,
    min: null,
    unit: null,
    isColour: false,
    confirm: null,
    isSecret: false,
    isChosen: false,
    fixedBy: null,
    canChange: true,
    refusal: null,
    changedAt: null,
    changedBy: null,
    ...rest,
  };
}

const group = (name: string, settings: Setting[]): SettingGroup => ({ name, label: name, help: "Help.", settings });
const days = setting("session.idleDays", "Idle", { type: "count", unit: "days", value: 30, initial: 30 });

async function open(...groups: SettingGroup[]) {
  answers.listSettings = { groups };
  answers.changeSettings = { groups };
  answers.getConfig = {};
  await show(<SettingsPage />);
  await says("Help");
}

test("what is typed is marked, can be discarded, and is saved with the time at which it was seen", async () => {
  await open(group("session", [{ ...days, changedAt: "2026-03-19T09:00:00Z", isChosen: true, changedBy: "Ada" }]));
  await says("Changed by Ada");
  await says("Default: 30 days");
  await type("Idle", "14");
  await says("1 not saved");
  await press("Discard");
  expect(control("Idle").value).toBe("30");
  await type("Idle", "14");
  await press("Save");
  expect(callInputs("changeSettings")).toEqual([
    { changes: { "session.idleDays": "14" }, seen: { "session.idleDays": "2026-03-19T09:00:00Z" } },
  ]);
});

test("what everyone feels needs a word before it is saved, and switching it off needs none", async () => {
  const isOn = (value: boolean) =>
    setting("maintenance.isOn", "On now", { type: "flag", value, confirm: "maintenance" });
  await open(group("maintenance", [isOn(false)]));
  await act(async () => control("On now").click());
  await press("Save");
  await says("Type maintenance to confirm");
  expect(callInputs("changeSettings")).toEqual([]);
  await type("Type maintenance to confirm", "maintenance");
  await act(async () =>
    [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button")]
      .find((one) => one.type === "submit")
      ?.click(),
  );
  expect(callInputs("changeSettings")).toMatchObject([{ changes: { "maintenance.isOn": true } }]);
});

test("switching off what everyone feels is saved at once", async () => {
  await open(
    group("maintenance", [
      setting("maintenance.isOn", "On now", { type: "flag", value: true, confirm: "maintenance" }),
    ]),
  );
  await act(async () => control("On now").click());
  await press("Save");
  expect(callInputs("changeSettings")).toMatchObject([{ changes: { "maintenance.isOn": false } }]);
});

test("a change is taken back from its history with its unit shown", async () => {
  answers.listSettingHistory = {
    items: [
      {
        id: "1",
        at: "2026-03-19T09:00:00Z",
        act: "settings.changed",
        by: "u1",
        byName: "Ada",
        details: { value: { before: 14, after: 30 } },
      },
    ],
    next: null,
  };
  await open(group("session", [days]));
  await press("History of Idle");
  await says("14 days → 30 days");
  await press("Back to 14 days");
  expect(control("Idle").value).toBe("14");
});

test("an instant is typed in the time zone of the reader and sent in UTC", async () => {
  const from = setting("maintenance.from", "Planned from", { type: "instant" });
  await open(group("maintenance", [from]));
  await type("Planned from", "2026-03-19T12:00");
  await press("Save");
  const expected = new Date("2026-03-19T12:00").toISOString();
  expect(callInputs("changeSettings")).toMatchObject([{ changes: { "maintenance.from": expected } }]);
});

test("what cannot be changed says why once, and what the environment fixes says by which variable", async () => {
  const refusal = "Only a superadmin can change this.";
  const closed = { canChange: false, refusal };
  await open(
    group("password", [setting("password.a", "A", closed), setting("password.b", "B", closed)]),
    group("mail", [setting("mail.from", "From", { canChange: false, fixedBy: "MAIL_FROM", refusal: "Fixed." })]),
  );
  expect(document.body.textContent?.split(refusal)).toHaveLength(2);
  await says("Fixed by the environment with MAIL_FROM.");
  expect(control("A").disabled).toBe(true);
});

test("a search narrows the settings to those that hold every word", async () => {
  await open(group("session", [days]), group("mail", [setting("mail.from", "Sender")]));
  await type("Search settings", "sender");
  await act(async () => void fireEvent.keyDown(control("Search settings"), { key: "Enter" }));
  await waitFor(() => expect(control("Idle")).toBeNull());
  expect(control("Sender")).not.toBeNull();
  expect(button("History of Sender")).toBeDefined();
});

test.each([
  ["superadmin", true],
  ["admin", false],
])("the sign-in settings lead a %s to the service accounts: %s", async (role, isLed) => {
  changeAuth({ role });
  await open(group("signIn", [setting("signIn.a", "A")]));
  expect(document.querySelector('a[href="/admin/service-accounts"]') !== null).toBe(isLed);
});
