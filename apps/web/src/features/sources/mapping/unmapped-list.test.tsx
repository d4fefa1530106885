import type { ConnectionDetail } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { callApi } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { UnmappedList } from "./unmapped-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const mapping = { fact: "sale_lines", fields: { branch: { from: "shop" } } };
const connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind" | "mapping" | "version"> = {
  id: "c1",
  tenantId: "t1",
  kind: "rest",
  mapping,
  version: 4,
};

test("a value gets its name only after what that changes was shown", async () => {
  const at = "2026-11-15T10:00:00.000Z";
  const answers: Record<string, unknown> = {
    listUnmapped: {
      items: [{ field: "branch", value: "SM", seen: 3, firstSeenAt: at, lastSeenAt: at }],
      next: null,
    },
    judgeMapping: {
      table: { fact: "sale_lines", label: "Sales", rows: 3 },
      left: [],
      hasOtherKeys: false,
      fields: [],
      values: [{ field: "branch", label: "Branch", value: "SM", before: "SM", after: "Seef", rows: 3, movesAll: true }],
      rejects: null,
      reports: [],
    },
    updateConnection: {},
  };
  vi.mocked(callApi).mockImplementation((async (name: string) => answers[name]) as typeof callApi);
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <UnmappedList connection={connection} formats={ownFormats} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const says = (text: string) => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)));
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name)?.click());
  const callInputs = (name: string) =>
    vi
      .mocked(callApi)
      .mock.calls.filter(([called]) => called === name)
      .map(([, input]) => input);
  await says("SM");
  await act(async () => {
    const input = container.querySelector<HTMLInputElement>("[aria-label='What we call SM']");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "Seef");
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("Map one value");
  await says("Branch: 3 rows now say SM; read again, they will say Seef.");
  expect(callInputs("updateConnection")).toEqual([]);
  await press("Save the mapping");
  const named = { ...mapping, fields: { branch: { from: "shop", values: { SM: "Seef" } } } };
  expect(callInputs("updateConnection")).toEqual([{ tenantId: "t1", connection: "c1", version: 4, mapping: named }]);
  await vi.waitFor(() => act(async () => expect(document.querySelector("[role='dialog']")).toBeNull()));
  await act(async () => root.unmount());
  container.remove();
});
