import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PlainColumn, PlainTable } from "./plain-table.tsx";

type Row = { name: string; count: number };
const columns: PlainColumn<Row>[] = [
  { id: "name", label: "Name", isHeader: true, cell: ({ name }) => name },
  { id: "count", label: "Count", isNumeric: true, className: "wide", cell: ({ count }) => count },
];

test("a table has a heading for each column and each row, and its sum below", () => {
  document.body.innerHTML = renderToStaticMarkup(
    <PlainTable
      name="Fruit"
      columns={columns}
      rows={[
        { name: "Apples", count: 2 },
        { name: "Pears", count: 3 },
      ]}
      rowKey={({ name }) => name}
      rowClassName={({ count }) => (count > 2 ? "many" : undefined)}
      foot={{ name: "All", count: 5 }}
    />,
  );
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  expect(document.querySelector("table")?.getAttribute("aria-label")).toBe("Fruit");
  expect(texts("thead th[scope=col]")).toEqual(["Name", "Count"]);
  expect(texts("tbody th[scope=row]")).toEqual(["Apples", "Pears"]);
  expect(texts("tbody td.wide[data-numeric]")).toEqual(["2", "3"]);
  expect(texts("tr.many th")).toEqual(["Pears"]);
  expect(texts("tfoot :is(th, td)")).toEqual(["All", "5"]);
});
