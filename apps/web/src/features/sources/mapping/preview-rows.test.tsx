import { ownFormats } from "@console/figures/format";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../../../lib/screen-for-tests.tsx";
import { preview as whole } from "../imports/import-preview-for-tests.ts";
import { PreviewRows } from "./preview-rows.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const gross = { name: "gross_minor", label: "Gross", type: "money" as const, choices: [], isRequired: true };

async function showRows(currencies: readonly string[]): Promise<{ headers: string[]; text: string }> {
  const rows = currencies.map((currency, place) => ({
    line: place + 2,
    values: { Total: "10" },
    record: { gross_minor: 1000, currency },
    problems: [],
    notes: [],
  }));
  const mapping = { fact: "sale_lines", fields: { gross_minor: { from: "Total" } } };
  const preview = { ...whole, rows, fields: [gross], mapping, currency: "USD" };
  const { container } = await renderInApp(<PreviewRows preview={preview} place="Line" empty="" formats={ownFormats} />);
  const headers = [...container.querySelectorAll("thead th")].map((header) => header.textContent ?? "");
  return { headers, text: container.querySelector("tbody")?.textContent ?? "" };
}

test("the header names the currency that all rows are in; where they differ, each amount names its own", async () => {
  expect((await showRows(["GBP", "GBP"])).headers).toContain("Gross, GBP");
  const mixed = await showRows(["GBP", "USD"]);
  expect(mixed.headers).toContain("Gross");
  expect(mixed.text).toMatch(/GBP 10.*USD 10/);
});
