import type { ExportBook, ExportHeader, ExportRow } from "./export-book.ts";

export const sampleHeader: ExportHeader = {
  title: "Deliveries, by day",
  tenant: "Acme Foods",
  filters: [{ label: "Driver", value: "Ann, Omar" }],
  period: "16 Oct – 14 Nov 2026",
  timeZone: "Asia/Dubai",
  dateFormat: "auto",
  asOf: "2026-11-14T05:20:00.000Z",
  generatedAt: "2026-11-14T20:30:00.000Z",
  by: "Rana Haddad",
  link: "https://console.test/reports/deliveries?period=last_30_days",
};

export const sampleRows: ExportRow[] = [
  {
    driver: "Ann",
    day: "2026-11-13",
    done: "2026-11-13T21:05:09.000Z",
    late: false,
    count: 1234,
    share: 0.934,
    cost: 123456,
    quantity: 2500,
    took: 90,
    way: 1250,
    spent: 0.1 + 0.2,
  },
  {
    driver: '=HYPERLINK("http://x.test")',
    day: "2026-11-14",
    done: null,
    late: true,
    count: 0,
    share: null,
    cost: -5,
    quantity: 0,
    took: -30,
    way: 0,
    spent: 12,
  },
  { driver: "Omar, \"عمر\" 🚚 <b> & 'x'\u0001", day: null, done: null, late: null, count: null, share: 1 },
];

/** A book with a column of every kind, and the rows in two pages. */
export function sampleBook({
  tables = 1,
  rows = sampleRows,
}: {
  tables?: number;
  rows?: ExportRow[];
} = {}): ExportBook {
  const titles = ["Deliveries", "Deliveries", "Costs: by [branch]/area and a name that is long"];
  return {
    header: sampleHeader,
    currency: "AED",
    tables: titles.slice(0, tables).map((title) => ({
      title,
      note: "Without cancelled ones.",
      columns: [
        { id: "driver", label: "Driver", format: "text" },
        { id: "day", label: "Day", format: "day" },
        { id: "done", label: "Completed", format: "instant" },
        { id: "late", label: "Late", format: "flag" },
        { id: "count", label: "Deliveries", format: "count" },
        { id: "share", label: "On time", format: "percent" },
        { id: "cost", label: "Cost", format: "money" },
        { id: "quantity", label: "Quantity", format: "quantity" },
        { id: "took", label: "Delivery time", format: "duration" },
        { id: "way", label: "Distance", format: "distance" },
        { id: "spent", label: "Spent", format: "currency" },
      ],
      rows: pagesOf(rows, 2),
      totals: { count: 1234, share: 0.95, cost: 123451 },
    })),
  };
}

async function* pagesOf(rows: ExportRow[], size: number): AsyncGenerator<ExportRow[]> {
  for (let place = 0; place < rows.length; place += size) yield rows.slice(place, place + size);
}

/** All parts of a file, one after another. */
export async function collectWhole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
