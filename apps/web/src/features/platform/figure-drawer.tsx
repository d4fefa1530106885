import type { PlatformFigureRow } from "@console/contracts";
import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import { type FormatChoices, formatDate, formatInstant, formatNumber } from "@console/figures/format";
import { Link } from "@tanstack/react-router";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import { type DashboardSearch, toRowScope } from "./dashboard-search.ts";
import { describeFigure } from "./describe-figure.ts";
import { figureWords } from "./figure-words.ts";
import classes from "./platform-dashboard.module.css";
import { useFigure } from "./use-figure.ts";

type Props = { figure: PlatformFigureName; search: DashboardSearch; onClose: () => void };

/** What a figure is made of, over the dashboard. */
export function FigureDrawer({ figure, search, onClose }: Props) {
  const formats = useFormats();
  const { label, unit, empty } = figureWords[figure];
  const { day } = search;
  const pages = usePages("listPlatformFigureRows", { figure, ...toRowScope(search) });
  const { data } = useFigure(
    figure,
    day ? { from: day, to: day, ...(search.about && { about: search.about }) } : search,
  );
  const about = [
    data && describeFigure(data, formats).value,
    day ? formatDate(day, formats) : data?.span && sayDays(data.span.from, data.days.at(-1) ?? data.span.from, formats),
  ].filter(Boolean);
  return (
    <SideDrawer
      title={unit ? `${label}, ${unit}` : label}
      about={<p className={classes.quiet}>{about.join(" · ")}</p>}
      closeLabel="Close rows"
      width={760}
      onClose={onClose}
    >
      <RecordTable
        name={label}
        columns={listColumns(figure, formats)}
        rowKey={({ id }) => id}
        empty={<p className={classes.quiet}>{empty}</p>}
        pages={pages}
      />
    </SideDrawer>
  );
}

function sayDays(first: string, last: string, formats: FormatChoices): string {
  return first === last ? formatDate(first, formats) : `${formatDate(first, formats)} – ${formatDate(last, formats)}`;
}

function listColumns(figure: PlatformFigureName, formats: FormatChoices): RecordColumn<PlatformFigureRow>[] {
  const { name, note, tenant, at, value } = figureWords[figure].columns;
  return [
    {
      label: name,
      cell: ({ name: text, path }) =>
        path ? (
          <Link to={path} className={classes.rowLink}>
            {text}
          </Link>
        ) : (
          <span className={classes.rowName}>{text}</span>
        ),
    },
    ...(tenant ? [{ label: "Tenant", cell: ({ tenant: whose }: PlatformFigureRow) => whose?.name ?? "–" }] : []),
    ...(at
      ? [{ label: at, cell: ({ at: when }: PlatformFigureRow) => (when ? formatInstant(when, formats) : "–") }]
      : []),
    ...(note ? [{ label: note, cell: ({ note: text }: PlatformFigureRow) => text ?? "–" }] : []),
    ...(value
      ? [
          {
            label: value,
            isNumeric: true,
            cell: ({ value: amount }: PlatformFigureRow) => formatNumber(amount ?? 1, formats),
          },
        ]
      : []),
  ];
}
