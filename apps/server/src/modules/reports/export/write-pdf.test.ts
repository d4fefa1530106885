import type { Picture } from "@console/figures";
import { expect, test } from "vitest";
import { collectWhole, sampleBook, sampleHeader } from "../../../platform/spreadsheets/sample-book-for-tests.ts";
import { readPdf } from "../../../testing/read-pdf.ts";
import type { PdfBlock } from "./pdf/pdf-document.ts";
import { writePdf } from "./write-pdf.ts";

type Orientation = "portrait" | "landscape";

const writeFile = (blocks: PdfBlock[], orientation: Orientation = "portrait", header = sampleHeader) =>
  collectWhole(writePdf({ header, currency: "AED", orientation, blocks }));
const readPages = async (...parts: Parameters<typeof writeFile>) => readPdf(await writeFile(...parts));

const funnel: Picture = {
  kind: "funnel",
  title: "What profit is left?",
  unit: "orders",
  format: String,
  stages: Array.from({ length: 6 }, (_, index) => ({ label: `Stage ${index}`, value: 60 - index, cell: {} })),
};
const filler = (lines: number): PdfBlock => ({ kind: "text", text: Array(lines).fill("A line.").join("\n") });
const table = (count: number): Extract<PdfBlock, { kind: "table" }> => ({
  kind: "table",
  table: {
    title: "Drivers",
    columns: [
      { id: "driver", label: "Driver", format: "text" },
      { id: "cost", label: "Cost", format: "money" },
      { id: "share", label: "On time", format: "percent" },
    ],
    rows: [Array.from({ length: count }, (_, index) => ({ driver: `Driver ${index}`, cost: index * 100, share: 0.5 }))],
    totals: { cost: 123456, share: 0.934 },
  },
});

test("Every page says what it is about, which filters hold, and its number", async () => {
  const pages = await readPages([table(120)]);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, texts] of pages.entries()) {
    const text = texts.join(" ");
    expect(text).toContain("Deliveries, by day");
    expect(text).toContain("Acme Foods");
    expect(text).toContain("16 Oct – 14 Nov 2026");
    expect(text).toContain("Driver: Ann, Omar");
    expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(texts).toContain("Generated 15 Nov 2026, 00:30 by Rana Haddad");
  }
  expect(pages[0]).toContain("Data as of 14 Nov 2026, 09:20 · Time zone Asia/Dubai");
});

test("Days and times on paper are in the order of its reader", async () => {
  const tables = sampleBook().tables.map((one) => ({ kind: "table" as const, table: one }));
  const pages = await readPages(tables, "portrait", { ...sampleHeader, dateFormat: "mdy" });
  expect(pages[0]).toContain("Data as of 11/14/2026, 09:20 · Time zone Asia/Dubai");
  expect(pages[0]).toContain("11/13/2026");
});

test("A table shows each row once, its head on every page, and the totals at the end", async () => {
  const pages = await readPages([table(120)]);
  const drivers = pages.flatMap((texts) => texts.filter((text) => /^Driver \d/.test(text)));
  expect(drivers).toEqual(Array.from({ length: 120 }, (_, index) => `Driver ${index}`));
  for (const texts of pages) expect(texts).toEqual(expect.arrayContaining(["Driver", "Cost (AED)", "On time"]));
  const last = pages.at(-1) ?? [];
  expect(last.slice(last.indexOf("Total"), last.indexOf("Total") + 3)).toEqual(["Total", "1,234.56", "93.4%"]);
});

test("A table that is too long for paper says where the other rows are", async () => {
  const texts = (await readPages([{ ...table(30), mostRows: 20 }])).flat();
  expect(texts.filter((text) => /^Driver \d/.test(text))).toHaveLength(20);
  expect(texts).toContain("The first 20 rows. The CSV and XLSX files hold all of them.");
});

test("A table that is too wide comes in parts, each with the first column, and no number is cut", async () => {
  const columns = Array.from({ length: 30 }, (_, index) => ({
    id: `c${index}`,
    label: `C${index}`,
    format: "count" as const,
  }));
  const row = Object.fromEntries(columns.map(({ id }, index) => [id, 1_000_000_000 + index]));
  const rows = [[{ ...row, name: "Ann" }]];
  const first = { id: "name", label: "Name", format: "text" as const };
  const pages = await readPages([{ kind: "table", table: { title: "Wide", columns: [first, ...columns], rows } }]);
  const texts = pages.flat();
  const parts = texts.filter((text) => /^Wide, part \d of \d$/.test(text)).length + 1;
  expect(parts).toBeGreaterThan(1);
  expect(texts.filter((text) => text === "Ann")).toHaveLength(parts);
  for (const [index] of columns.entries()) expect(texts).toContain(`1,000,000,0${String(index).padStart(2, "0")}`);
});

test("A picture stays whole and with its title, and a heading with what follows it", async () => {
  for (const lines of [30, 34, 38, 42, 46, 50]) {
    const pages = await readPages([
      filler(lines),
      { kind: "heading", text: "The chapter" },
      { kind: "picture", title: "Where are orders lost?", note: "By stage.", picture: funnel },
    ]);
    const page = pages.find((texts) => texts.includes("The chapter")) ?? [];
    const names = funnel.kind === "funnel" ? funnel.stages.map(({ label }) => label) : [];
    expect(page).toEqual(expect.arrayContaining(["Where are orders lost?", "By stage.", ...names]));
  }
});

test("What the flags of a chart stand for is told below it", async () => {
  const series = [{ id: "a", label: "Orders", values: [1, 2, 3] }];
  const x = ["1 Nov", "2 Nov", "3 Nov"];
  const chart = { kind: "line" as const, title: "Orders", unit: "orders", format: String, x, series };
  const picture: Picture = { kind: "axis", chart, cells: [], annotations: [{ index: 1, text: "Heavy rain" }] };
  const texts = (await readPages([{ kind: "picture", title: "Orders", picture }])).flat();
  expect(texts).toContain("1: Heavy rain (2 Nov)");
});

test("A figure with a long name has it whole, on two lines", async () => {
  const items = ["Deliveries", "90th percentile of delivery time", "On-time rate", "Cost"].map((label) => ({
    label,
    value: "12",
    change: null,
    tone: "neutral" as const,
  }));
  const texts = (await readPages([{ kind: "kpis", items }])).flat();
  expect(texts.filter((text) => text.includes("…"))).toEqual([]);
  expect(texts.join(" ")).toContain("90th percentile of delivery time");
});

test("A picture that is taller than a page is made smaller, and keeps its heading", async () => {
  const stages = Array.from({ length: 60 }, (_, index) => ({ label: `Stage ${index}`, value: 60 - index, cell: {} }));
  const pages = await readPages([
    filler(5),
    { kind: "heading", text: "The chapter" },
    { kind: "picture", title: "Where are orders lost?", picture: { ...funnel, kind: "funnel", stages } },
  ]);
  const page = pages.find((texts) => texts.includes("Where are orders lost?")) ?? [];
  expect(page).toEqual(expect.arrayContaining(["The chapter", ...stages.map(({ label }) => label)]));
});

test("A text of any length costs no more than what is shown of it", async () => {
  const endless = `${"9".repeat(200_000)}x ${"محمد (1) ".repeat(20_000)}`;
  const header = { ...sampleHeader, filters: [{ label: "Zone", value: endless }] };
  const column = { id: "name", label: "Name", format: "text" as const };
  const rows = [Array.from({ length: 100 }, () => ({ name: endless }))];
  const pages = await readPages(
    [{ kind: "table", table: { title: "Endless", columns: [column], rows } }],
    "portrait",
    header,
  );
  expect(pages.flat().filter((text) => text.startsWith("999")).length).toBeGreaterThan(100);
});

test("Figures and texts are written as they are given", async () => {
  const [texts] = await readPages(
    [
      { kind: "kpis", items: [{ label: "On time", value: "93.4%", change: "+3.1 pts vs before", tone: "good" }] },
      { kind: "text", text: "Cancelled ones are left out.\nSecond paragraph." },
    ],
    "landscape",
  );
  const expected = ["On time", "93.4%", "+3.1 pts vs before", "Cancelled ones are left out.", "Second paragraph."];
  expect(texts).toEqual(expect.arrayContaining(expected));
});

test("Names in other scripts are readable, and what no font has does no harm", async () => {
  const names = [
    "محمد",
    "Łukasz Żółć",
    "Иван",
    "Ωμέγα",
    "Nguyễn",
    "🚚 Truck 👨‍👩‍👧",
    "देव",
    "\uD83D",
    "≥ 5",
    "1️⃣",
    "\u0000",
  ];
  const texts = (
    await readPages([
      {
        kind: "table",
        table: {
          title: "Names",
          columns: [{ id: "name", label: "Name", format: "text" }],
          rows: [names.map((name) => ({ name }))],
        },
      },
    ])
  ).flat();
  const all = texts.join("");
  // Glyphs stand on the page from left to right.
  expect(all).toContain("دمحم");
  for (const name of ["Łukasz Żółć", "Иван", "Ωμέγα", "Nguyễn", "Truck", "??", ">= 5"]) expect(all).toContain(name);
  expect(all).not.toContain("\uFFFD");
});

test("Long texts are cut with an ellipsis, also in the header", async () => {
  const long = "Long words without an end ".repeat(40);
  const header = { ...sampleHeader, title: long, tenant: long, filters: [{ label: "Zone", value: long }], by: long };
  const book = sampleBook({ rows: [{ driver: long }] });
  const blocks = book.tables.map((one): PdfBlock => ({ kind: "table", table: { ...one, title: long } }));
  const texts = (
    await readPages(
      [{ kind: "kpis", items: [{ label: long, value: long, change: long, tone: "bad" }] }, ...blocks],
      "portrait",
      header,
    )
  ).flat();
  expect(texts.filter((text) => text.endsWith("…")).length).toBeGreaterThan(5);
});

test("A document without blocks is one page, on A4 of the wanted side", async () => {
  const upright = (await writeFile([])).toString("latin1");
  const across = (await writeFile([], "landscape")).toString("latin1");
  expect(upright).toContain("/MediaBox [0 0 595.28 841.89]");
  expect(across).toContain("/MediaBox [0 0 841.89 595.28]");
  expect(await readPages([])).toHaveLength(1);
});
