import type { ExportBook, ExportRow } from "../../apps/server/src/platform/spreadsheets/export-book.ts";
import { writeCsv } from "../../apps/server/src/platform/spreadsheets/write-csv.ts";
import { writeXlsx } from "../../apps/server/src/platform/spreadsheets/write-xlsx.ts";

const wanted = process.argv.includes("--rows") ? Number(process.argv[process.argv.indexOf("--rows") + 1]) : 1_000_000;
const pageSize = 1000;
const start = Date.UTC(2026, 0, 1);
const zones = ["North", "South", "Marina, west", "Unassigned"];
const pages = Array.from({ length: 5 }, (_, page) =>
  Array.from({ length: pageSize }, (_, place) => makeRow(page * pageSize + place)),
);

say(`memory at rest: ${memoryMiB()} MiB`);
// A tenth first: with constant memory the peak is the same.
for (const rows of [wanted / 10, wanted]) {
  await measure("CSV", rows, writeCsv);
  await measure("XLSX", rows, (book) => writeXlsx(book));
}

async function measure(name: string, rows: number, write: (book: ExportBook) => AsyncIterable<Buffer>): Promise<void> {
  const began = performance.now();
  let bytes = 0;
  let peak = 0;
  for await (const part of write(makeBook(rows))) {
    bytes += part.length;
    peak = Math.max(peak, memoryMiB());
  }
  const seconds = (performance.now() - began) / 1000;
  const speed = Math.round(rows / seconds).toLocaleString("en-GB");
  const size = (bytes / 2 ** 20).toFixed(1);
  say(`${name}, ${rows.toLocaleString("en-GB")} rows: ${speed} rows/s, ${size} MiB, peak memory ${peak} MiB`);
}

function makeBook(rows: number): ExportBook {
  return {
    header: {
      title: "Deliveries",
      tenant: "Bench",
      filters: [],
      period: "2026",
      timeZone: "Asia/Dubai",
      dateFormat: "auto",
      asOf: "2026-12-31T20:00:00Z",
      generatedAt: "2026-12-31T20:00:00Z",
      by: "Bench",
      link: "https://bench.test",
    },
    currency: "AED",
    tables: [
      {
        title: "Rows",
        columns: [
          { id: "task", label: "Task", format: "text" },
          { id: "driver", label: "Driver", format: "text" },
          { id: "zone", label: "Zone", format: "text" },
          { id: "address", label: "Address", format: "text" },
          { id: "created", label: "Created", format: "instant" },
          { id: "completed", label: "Completed", format: "instant" },
          { id: "day", label: "Day", format: "day" },
          { id: "late", label: "Late", format: "flag" },
          { id: "attempts", label: "Attempts", format: "number" },
          { id: "cost", label: "Cost", format: "money" },
          { id: "took", label: "Delivery time", format: "duration" },
          { id: "way", label: "Distance", format: "distance" },
        ],
        rows: makePages(rows),
        totals: { cost: 1, took: 1, way: 1 },
      },
    ],
  };
}

/** The same pages again and again, so that what is measured is the writing. */
async function* makePages(rows: number): AsyncGenerator<ExportRow[]> {
  for (let first = 0; first < rows; first += pageSize) {
    yield (pages[(first / pageSize) % pages.length] ?? []).slice(0, rows - first);
  }
}

/** Different in every row, so that packing has work to do. */
function makeRow(number: number): ExportRow {
  const random = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const created = new Date(start + (random % 31_536_000) * 1000).toISOString();
  return {
    task: `T-${number}`,
    driver: `Driver ${random % 500}`,
    zone: zones[random % 4] ?? null,
    address: `${random % 900} Al Wasl Road, "Villa ${random % 77}", Dubai`,
    created,
    completed: random % 9 === 0 ? null : new Date(Date.parse(created) + (random % 7200) * 1000).toISOString(),
    day: created.slice(0, 10),
    late: random % 5 === 0,
    attempts: 1 + (random % 3),
    cost: random % 100_000,
    took: random % 7200,
    way: random % 40_000,
  };
}

function memoryMiB(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

function say(text: string): void {
  console.log(text);
}
