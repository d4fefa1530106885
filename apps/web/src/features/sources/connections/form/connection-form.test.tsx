import type { ConnectionDetail } from "@console/contracts";
import { act, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../../lib/api.ts";
import { createFormFixture } from "./form-fixture-for-tests.tsx";

vi.mock("../../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const stored: ConnectionDetail = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Acme",
  source: "tookan",
  kind: "tookan",
  name: "Main account",
  state: "needs_you",
  problem: { kind: "config", message: "The key is refused." },
  failures: 1,
  intervalMinutes: 5,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastLoadedAt: null,
  lastEventAt: null,
  nextRunAt: null,
  settings: { baseUrl: "https://api.tookanapp.com/v2", requestsPerSecond: 3 },
  mapping: { codDue: "COD", depots: { A: "Airport" } },
  hasSecret: true,
  hookPath: "/hooks/tookan/abc",
  hasHookSecret: false,
  rowsToday: 0,
  openRejects: 0,
  unmappedValues: 0,
  running: null,
  version: 4,
  daysRefusal: null,
};

const { answers, show, says, callInputs, control, type, press, chooseTenant } = createFormFixture();

test("without a tenant and a name nothing is sent, and both fields say so", async () => {
  await show(null);
  await press("Create connection");
  await says("Choose the tenant whose data it is.");
  await says("Give it a name.");
  expect(callInputs("createConnection")).toEqual([]);
});

test("what the server refuses stands at its fields, and everything typed stays", async () => {
  answers.createConnection = () => {
    const fields = { "settings.url": "That is not an address.", name: "There is one of this name." };
    throw new ApiError({ kind: "invalid_input", message: "Some settings are incorrect.", fields });
  };
  await show(null, "genesis");
  await chooseTenant();
  await type("Name", "Till");
  await type("Address", "till.example");
  await type("Secret", "s3cret-value");
  await press("Create connection");
  await says("That is not an address.");
  const wrong = (label: string) => control(label).closest(".mantine-InputWrapper-root")?.textContent;
  expect(wrong("Address")).toContain("That is not an address.");
  expect(wrong("Name")).toContain("There is one of this name.");
  expect(["Name", "Address", "Secret"].map((label) => control(label).value)).toEqual([
    "Till",
    "till.example",
    "s3cret-value",
  ]);
  await type("Address", "https://till.example");
  expect(wrong("Address")).not.toContain("That is not an address.");
  expect(callInputs("createConnection")[0]).toMatchObject({
    tenantId: "t1",
    source: "genesis",
    kind: "rest",
    name: "Till",
    secret: "s3cret-value",
    mapping: {},
    settings: { url: "till.example", rows: "", prefix: "Bearer ", paging: "none", pageSize: 500 },
    intervalMinutes: "usual",
  });
});

test("a stored secret is never shown and is not sent unless it is replaced", async () => {
  answers.updateConnection = () => ({ ...stored, name: "Other", version: 5 });
  await show(stored);
  expect(control("API key").value).toBe("");
  expect(control("API key").type).toBe("password");
  await says("Stored. Enter a new one to replace it.");
  await type("Name", "Other");
  await press("Save changes");
  expect(callInputs("updateConnection")).toEqual([{ tenantId: "t1", connection: "c1", version: 4, name: "Other" }]);
});

test("only what was changed is sent, and what the form does not ask for stays in the mapping", async () => {
  answers.updateConnection = () => stored;
  answers.judgeMapping = () => ({
    table: { fact: "delivery_tasks", label: "Deliveries", rows: 9 },
    left: [],
    hasOtherKeys: false,
    values: [],
    fields: [],
    rejects: null,
    reports: [],
  });
  await show(stored);
  await type("Cash collected", "Paid");
  await type("API key", "new-key");
  await type("Schedule", "");
  await press("Save changes");
  await says("It does not change stored rows.");
  await press("Save the mapping");
  expect(callInputs("updateConnection")).toEqual([
    {
      tenantId: "t1",
      connection: "c1",
      version: 4,
      secret: "new-key",
      intervalMinutes: null,
      mapping: { codDue: "COD", codCollected: "Paid", depots: { A: "Airport" } },
    },
  ]);
});

test("someone else's change is read beneath what was typed, and then it can be saved", async () => {
  const refused = new ApiError({ kind: "conflict", message: "Someone else has changed this connection." });
  answers.updateConnection = () => Promise.reject(refused);
  answers.getConnection = () => ({ ...stored, version: 9, intervalMinutes: 60 });
  await show(stored);
  await type("Name", "Mine");
  await press("Save changes");
  await says("Someone else has changed this connection.");
  await press("Reload, keep my input");
  await waitFor(() => expect(control("Schedule").value).toBe("60"));
  expect(control("Name").value).toBe("Mine");
  answers.updateConnection = () => stored;
  await press("Save changes");
  expect(callInputs("updateConnection").at(-1)).toEqual({ tenantId: "t1", connection: "c1", version: 9, name: "Mine" });
});

test("the webhook address of a stored account can be copied", async () => {
  await show(stored);
  await says("/hooks/tookan/abc");
});

test("unsaved changes are asked about before they are left", async () => {
  const router = await show(stored);
  await type("Name", "Mine");
  await act(async () => void router.navigate({ to: ".", search: { state: "late" } }));
  await says("Leave without saving?");
  await press("Keep editing");
  expect(control("Name").value).toBe("Mine");
});
