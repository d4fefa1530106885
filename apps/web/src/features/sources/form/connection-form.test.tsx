import type { ConnectionDetail } from "@console/contracts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { ConnectionForm } from "./connection-form.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
vi.stubGlobal("scrollTo", () => {});

const stored: ConnectionDetail = {
  ...{ id: "c1", tenantId: "t1", tenantName: "Acme", source: "tookan", kind: "tookan", name: "Main account" },
  ...{ state: "needs_you", problem: { kind: "config", message: "The key is refused." }, failures: 1 },
  ...{ intervalMinutes: 5, lastAttemptAt: null, lastSuccessAt: null, lastLoadedAt: null, lastEventAt: null },
  ...{ nextRunAt: null, settings: { baseUrl: "https://api.tookanapp.com/v2", requestsPerSecond: 3 } },
  ...{ mapping: { codDue: "COD", depots: { A: "Airport" } }, hasSecret: true, hookPath: "/hooks/tookan/abc" },
  ...{ hasHookSecret: false, rowsToday: 0, openRejects: 0, unmappedValues: 0, running: null, version: 4 },
};

let answers: Record<string, (input: never) => unknown>;
let container: HTMLElement;
let root: Root;

beforeEach(() => {
  queryClient.clear();
  answers = { listTenants: () => ({ items: [{ id: "t1", name: "Acme", source: null, aiq_type: null }], next: null }) };
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string, input: never) =>
    answers[name]?.(input)) as typeof callApi);
  container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
});

async function show(connection: ConnectionDetail | null, source: ConnectionDetail["source"] = "tookan") {
  const top = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => top,
    path: "/",
    component: () => <ConnectionForm source={source} stored={connection} />,
  });
  const router = createRouter({ routeTree: top.addChildren([page]), history: createMemoryHistory() });
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => act(async () => expect(container.querySelector("form")).not.toBeNull()));
  return router;
}

const says = (text: string) => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)));
const asked = (name: string) =>
  vi
    .mocked(callApi)
    .mock.calls.filter(([called]) => called === name)
    .map(([, input]) => input);

function control(label: string): HTMLInputElement {
  const found = [...container.querySelectorAll("label")].find((one) => one.textContent?.replace(" *", "") === label);
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
}

async function type(label: string, text: string) {
  await act(async () => {
    const element = control(label);
    const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  });
}

async function press(name: string) {
  await act(async () =>
    [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name)?.click(),
  );
}

async function chooseTenant() {
  await act(async () => control("Tenant").click());
  await says("Acme");
  await act(async () => document.querySelector<HTMLElement>("[role='option']")?.click());
}

test("without a tenant and a name nothing is sent, and both fields say so", async () => {
  await show(null);
  await press("Make connection");
  await says("Choose the tenant whose data it is.");
  await says("Give it a name.");
  expect(asked("createConnection")).toEqual([]);
});

test("what the server refuses stands at its fields, and everything typed stays", async () => {
  answers.createConnection = () => {
    const fields = { "settings.url": "That is not an address.", name: "There is one of this name." };
    throw new ApiError({ kind: "invalid_input", message: "Some of the settings are not right.", fields });
  };
  await show(null, "genesis");
  await chooseTenant();
  await type("Name", "Till");
  await type("Address", "till.example");
  await type("Secret", "s3cret-value");
  await press("Make connection");
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
  expect(asked("createConnection")[0]).toMatchObject({
    ...{ tenantId: "t1", source: "genesis", kind: "rest", name: "Till", secret: "s3cret-value", mapping: {} },
    settings: { url: "till.example", rows: "", prefix: "Bearer ", paging: "none", pageSize: 500 },
    intervalMinutes: 60,
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
  expect(asked("updateConnection")).toEqual([{ tenantId: "t1", connection: "c1", version: 4, name: "Other" }]);
});

test("only what was changed is sent, and what the form does not ask for stays in the mapping", async () => {
  answers.updateConnection = () => stored;
  await show(stored);
  await type("Cash collected", "Paid");
  await type("API key", "new-key");
  await type("Schedule", "");
  await press("Save changes");
  expect(asked("updateConnection")).toEqual([
    {
      ...{ tenantId: "t1", connection: "c1", version: 4, secret: "new-key", intervalMinutes: null },
      mapping: { codDue: "COD", codCollected: "Paid", depots: { A: "Airport" } },
    },
  ]);
});

test("somebody else's change is read beneath what was typed, and then it can be saved", async () => {
  const refused = new ApiError({ kind: "conflict", message: "Somebody else has changed this connection." });
  answers.updateConnection = () => Promise.reject(refused);
  answers.getConnection = () => ({ ...stored, version: 9, intervalMinutes: 60 });
  await show(stored);
  await type("Name", "Mine");
  await press("Save changes");
  await says("Somebody else has changed this connection.");
  await press("Read it again, keep what I typed");
  await vi.waitFor(() => act(async () => expect(control("Schedule").value).toBe("60")));
  expect(control("Name").value).toBe("Mine");
  answers.updateConnection = () => stored;
  await press("Save changes");
  expect(asked("updateConnection").at(-1)).toEqual({ tenantId: "t1", connection: "c1", version: 9, name: "Mine" });
});

test("the webhook address of a stored account can be copied", async () => {
  await show(stored);
  await says("/hooks/tookan/abc");
});

test("unsaved changes are asked about before they are left", async () => {
  const router = await show(stored);
  await type("Name", "Mine");
  await act(async () => void router.navigate({ to: "/", search: { state: "late" } as never }));
  await says("Leave without saving?");
  await press("Keep editing");
  expect(control("Name").value).toBe("Mine");
});
