import type { Ageing, Classed, Classes, Cover, PanelForKind } from "@console/contracts";
import { ageLabel, ageShare, ageTotals, className, type FormatChoices, formatDate, sayMove } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportTable } from "../../../platform/spreadsheets/export-book.ts";

const column = (id: string, label: string, format: ExportFormat): ExportColumn => ({ id, label, format });
const stockColumns = [column("quantity", "On hand", "units"), column("value", "Value", "currency")];

/** How old stock is, as its panel shows it: by age and warehouse, or by age, and the items without an age. */
export function ageingTables(panel: PanelForKind<"ageing">, ageing: Ageing, formats: FormatChoices): ExportTable[] {
  const { buckets, unexplained, below } = ageing;
  const age = column("age", "Age in days", "text");
  if (panel.as === "bars") {
    const rows = buckets.flatMap((bucket) =>
      bucket.warehouses.map((warehouse) => ({ age: ageLabel(bucket), ...warehouse })),
    );
    return [
      {
        title: `${panel.title} By warehouse`,
        columns: [age, column("member", "Warehouse", "text"), ...stockColumns],
        rows: [rows],
      },
    ];
  }
  const list: ExportTable = {
    title: `${panel.title} Items below zero`,
    columns: [column("warehouse", "Warehouse", "text"), column("product", "Product", "text"), ...stockColumns],
    rows: [below.lowest],
  };
  return [
    {
      title: `${panel.title} Ages`,
      note: `On ${formatDate(ageing.asOf, formats)}.`,
      columns: [age, ...stockColumns, column("share", "Share of value", "percent")],
      rows: [
        [
          ...buckets.map((bucket) => ({
            age: ageLabel(bucket),
            quantity: bucket.quantity,
            value: bucket.value,
            share: ageShare(ageing, bucket),
          })),
          ...(unexplained.quantity > 0
            ? [{ age: "of these, older than our history", ...unexplained, share: null }]
            : []),
          ...(below.items > 0
            ? [{ age: "Without an age", quantity: below.quantity, value: below.value, share: null }]
            : []),
        ],
      ],
      totals: ageTotals(ageing),
    },
    ...(below.lowest.length > 0 ? [list] : []),
  ];
}

/** Classes as their panel shows them: how many items each has, or those that moved and why. */
export function classTables(panel: PanelForKind<"classes">, classes: Classes, formats: FormatChoices): ExportTable[] {
  if (panel.as === "grid") {
    return [
      {
        title: `${panel.title} Classes`,
        columns: [
          column("class", "Class", "text"),
          column("items", "Items", "count"),
          column("value", "Value", "currency"),
          column("share", "Share", "percent"),
        ],
        rows: [classes.cells.map(({ abc, xyz, ...cell }) => ({ class: `${abc}${xyz}`, ...cell }))],
      },
    ];
  }
  const toClassName = (classed: Classed | null) => (classed ? className(classed) : null);
  return [
    {
      title: `${panel.title} Moves`,
      columns: [
        column("member", "Item", "text"),
        column("class", "Class", "text"),
        column("classBefore", "Class before", "text"),
        column("value", "Value", "currency"),
        column("valueBefore", `Value ${classes.weeksBack} weeks before`, "currency"),
        column("why", "Why", "text"),
      ],
      rows: [
        classes.moved.map((move) => ({
          member: move.member,
          class: toClassName(move.now),
          classBefore: toClassName(move.before),
          value: move.now?.value ?? 0,
          valueBefore: move.before?.value ?? 0,
          why: sayMove(move, classes, { formats }),
        })),
      ],
    },
  ];
}

/** How long stock lasts, item by item. */
export function coverTable(panel: PanelForKind<"cover">, covers: readonly Cover[]): ExportTable {
  return {
    title: `${panel.title} Cover`,
    columns: [
      column("member", "Item", "text"),
      column("stock", "On hand", "units"),
      column("perDay", "Used a day", "units"),
      column("perHighDay", "Used a day in busy weeks", "units"),
      column("days", "Lasts as usual", "days"),
      column("daysIfHigh", "Lasts in busy weeks", "days"),
      column("regularity", "Regularity", "text"),
      column("leadDays", "Lead time", "days"),
      column("order", "Suggested order", "units"),
    ],
    rows: [[...covers]],
  };
}
