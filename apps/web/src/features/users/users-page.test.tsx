import type { EntityDescription } from "@console/contracts";
import { act, fireEvent, getByRole, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { uploadFile } from "../../lib/api.ts";
import { changeAuth, clearAuth } from "../../lib/auth/auth-state.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { UsersPage } from "./users-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  uploadFile: vi.fn(),
}));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
  type: "text",
  choices: [],
  help: null,
  isRequired: false,
  isGiven: true,
  isChanged: true,
  shown: "list" as const,
  isSortable: true,
  isFilter: false,
  max: null,
  refersTo: null,
  ...more,
});
const roles = ["user", "manager"].map((value) => ({ value, label: value }));
const description: EntityDescription = {
  name: "users",
  one: "User",
  many: "Users",
  title: "email",
  sort: { by: "email", dir: "asc" },
  fields: [
    field("email", "Email", { type: "email" }),
    field("role", "Role", { type: "choice", choices: roles, isRequired: true }),
    field("tenantId", "Tenant", { refersTo: { entity: "tenants", by: "name", title: "tenantIdTitle" } }),
  ],
  acts: [],
  canCreate: true,
  canChange: true,
  canImport: true,
};
const row = { id: "u1", version: 1, email: "ada@x.com", role: "user", status: "invited", tenantId: "t1" };
const screen = createScreen();

beforeEach(() => {
  clearAuth();
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  vi.mocked(uploadFile).mockReset();
  Object.assign(screen.answers, {
    describeEntity: description,
    listEntity: { items: [row], next: null, total: 1 },
    getEntity: row,
    getChoice: { value: null },
  });
});

const show = (query = "") => screen.show(<UsersPage />, query);
const paste = (text: string) => screen.type("Email addresses", text);

function answerImport() {
  vi.mocked(uploadFile).mockImplementation((async (_name: string, { isTrial }: { isTrial: string }) => ({
    counts: { new: 1, changed: 0, same: 0, wrong: 1 },
    outcomes: [
      { line: 2, title: "nonsense", outcome: "wrong", message: "Email: Enter an email address." },
      { line: 1, title: "ada@x.com", outcome: "new", message: "It is new." },
    ],
    unusedColumns: [],
    isWritten: isTrial === "false",
  })) as typeof uploadFile);
}

const sentFile = async (at: number) => {
  const [, input, file] = vi.mocked(uploadFile).mock.calls[at] ?? [];
  return { input, lines: (await (file as File | undefined)?.text())?.split("\n").map((line) => JSON.parse(line)) };
};

test("pasted addresses are checked first, then sent, and each says what became of it", async () => {
  answerImport();
  await show("do=new");
  await screen.says("Invite people");
  await paste("Ada Admin <ada@x.com>, nonsense");
  await screen.press("Check 2 addresses");
  await screen.says("1 can be invited, 1 left out");
  await screen.says("Email: Enter an email address.");
  expect([...document.querySelectorAll("li strong")].map((one) => one.textContent)).toEqual([
    "Ada Admin, ada@x.com",
    "nonsense",
  ]);
  expect(await sentFile(0)).toEqual({
    input: { entity: "users", isTrial: "true", isOnlyNew: "true" },
    lines: [
      { email: "ada@x.com", name: "Ada Admin", role: "user" },
      { email: "nonsense", name: "", role: "user" },
    ],
  });
  await screen.press("Send 1 invitation");
  await screen.says("1 sent, 1 left out");
  expect((await sentFile(1)).input).toMatchObject({ isTrial: "false" });
  await screen.press("Show pending invitations");
  expect(decodeURIComponent(screen.address())).toContain("filter=status:invited");
});

test("a check no longer counts once the addresses are changed", async () => {
  answerImport();
  await show("do=new");
  await screen.says("Invite people");
  await paste("ada@x.com nonsense");
  await screen.press("Check 2 addresses");
  await screen.says("Send 1 invitation");
  await paste("bob@x.com");
  expect(screen.button("Send 1 invitation")).toBeUndefined();
});

test("the link of an invitation is asked for on purpose and shown once", async () => {
  screen.answers.showInvitationLink = { link: "https://console.test/reset?oobCode=x", endsAt: "2026-11-22T08:00:00Z" };
  screen.answers.getEntity = { ...row, invitationEndsAt: "2126-11-22T08:00:00Z" };
  changeAuth({ role: "admin" });
  await show("row=u1&tab=invitation");
  await screen.says("The invitation ends");
  expect(screen.callInputs("showInvitationLink")).toEqual([]);
  await screen.press("Copy invitation link");
  await waitFor(() => expect(screen.control("Invitation link").value).toContain("oobCode=x"));
  expect(screen.callInputs("showInvitationLink")).toEqual([{ uid: "u1" }]);
});

test("a manager sees when an invitation ends, and is not offered its link", async () => {
  screen.answers.getEntity = { ...row, invitationEndsAt: "2126-11-22T08:00:00Z" };
  changeAuth({ role: "manager" });
  await show("row=u1&tab=invitation");
  await screen.says("The invitation ends");
  expect(screen.button("Copy invitation link")).toBeUndefined();
});

test("what someone can see is told with its reasons, and sessions can be ended", async () => {
  screen.answers.getUserAccess = {
    role: { name: "user", label: "User", words: "Reads the reports of one tenant." },
    isOpen: true,
    standing: "Can sign in.",
    tenant: { id: "t1", name: "Acme", state: "active", reason: null },
    areas: [{ area: "Reports", permissions: [{ name: "reports.read", words: "Open reports", isGiven: true }] }],
    reports: [{ id: "r1", title: "Stock", isOpen: false, why: "The tenant has none of its data." }],
    sources: [],
    sourceWords: "Sees figures of these sources only.",
    attributes: [{ name: "tier", value: "2", from: "user", insteadOf: "1" }],
  };
  screen.answers.listUserSessions = {
    items: [
      {
        id: "s1",
        isCurrent: false,
        device: "Firefox on Windows",
        address: "10.0.0.1",
        signedInAt: "2026-11-15T08:00:00Z",
        lastUsedAt: "2026-11-15T09:00:00Z",
      },
    ],
  };
  screen.answers.endUserSession = { ended: 1 };
  await show("row=u1&tab=access");
  await screen.says("Stock The tenant has none of its data.");
  await screen.says("tier: 2 the user's own, instead of 1 of the tenant");
  await act(async () => void fireEvent.click(getByRole(document.body, "tab", { name: "Sessions" })));
  await screen.says("Firefox on Windows");
  await act(async () => void fireEvent.click(getByRole(document.body, "button", { name: /^End the session of / })));
  expect(screen.callInputs("endUserSession")).toEqual([{ uid: "u1", id: "s1" }]);
});
