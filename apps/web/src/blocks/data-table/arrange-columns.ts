import type { TableColumn, TableLayout } from "./table-shape.ts";

/** All columns in the order of a layout; those that it does not name follow in their own. */
export function orderColumns(columns: readonly TableColumn[], { order }: Pick<TableLayout, "order">): TableColumn[] {
  const columnIndex = ({ id }: TableColumn) => {
    const place = order.indexOf(id);
    return place < 0 ? order.length : place;
  };
  return [...columns].sort((one, other) => columnIndex(one) - columnIndex(other));
}

/** The columns that a layout shows; a table never loses its last one. */
export function shownColumns(columns: readonly TableColumn[], layout: TableLayout): TableColumn[] {
  const ordered = orderColumns(columns, layout);
  const shown = ordered.filter(({ id }) => !layout.hidden.includes(id));
  return shown.length > 0 ? shown : ordered.slice(0, 1);
}

/** The layout after a column was hidden or shown. */
export function toggleColumn(layout: TableLayout, id: string): TableLayout {
  const isHidden = layout.hidden.includes(id);
  return { ...layout, hidden: isHidden ? layout.hidden.filter((one) => one !== id) : [...layout.hidden, id] };
}

/** The layout after a column changed places with its neighbour. */
export function moveColumn(
  columns: readonly TableColumn[],
  layout: TableLayout,
  id: string,
  step: -1 | 1,
): TableLayout {
  const order = orderColumns(columns, layout).map((column) => column.id);
  const from = order.indexOf(id);
  const neighbour = order[from + step];
  if (from < 0 || neighbour === undefined) return layout;
  order[from + step] = id;
  order[from] = neighbour;
  return { ...layout, order };
}
