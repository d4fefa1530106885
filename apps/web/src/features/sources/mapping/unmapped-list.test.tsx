import type { ConnectionDetail } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { callApi } from "../../../lib/api.ts";
import { callInputs, press, renderInApp, says, type } from "../../../lib/screen-for-tests.tsx";
import { UnmappedList } from "./unmapped-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

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
      items: [
        { field: "branch", value: "SM", seen: 3, firstSeenAt: at, lastSeenAt: at, isName: true, options: ["Seef"] },
      ],
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
  await renderInApp(<UnmappedList connection={connection} formats={ownFormats} />);
  await says("SM");
  await press("Accept as new");
  expect(document.querySelector<HTMLInputElement>("[aria-label='What we call SM']")?.value).toBe("SM");
  await type("What we call SM", "Seef");
  await press("Map one value");
  await says("Branch: 3 rows now say SM; read again, they will say Seef.");
  expect(callInputs("updateConnection")).toEqual([]);
  await press("Save the mapping");
  const named = { ...mapping, fields: { branch: { from: "shop", values: { SM: "Seef" } } } };
  expect(callInputs("updateConnection")).toEqual([{ tenantId: "t1", connection: "c1", version: 4, mapping: named }]);
  await waitFor(() => expect(document.querySelector("[role='dialog']")).toBeNull());
});
