import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import type { ReportPanel, ReportSummary } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDate, formatDayRange, formatInstant } from "@console/figures/format";
import { describePanel } from "@console/figures/panel";
import { dayAt } from "@console/figures/time-zone";
import { ActionIcon, Popover } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useNow } from "../../lib/use-now.ts";
import classes from "./report-details.module.css";

type Props = { report: ReportSummary; formats: FormatChoices };

/** A look at a report before it is opened: its first figures, how far its data reaches, and what it shows. */
export function ReportDetails({ report, formats }: Props) {
  return (
    <Popover
      width="min(320px, calc(100vw - 48px))"
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={classes.opener}
          aria-label={`Details: ${report.title}`}
          title="Details"
        >
          <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.details} tabIndex={0} data-autofocus>
        <Details report={report} formats={formats} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Details({ report, formats }: Props) {
  const { headline, firstDay, lastDay, ingestedAt, panels, metrics, sources } = report;
  return (
    <>
      {headline && firstDay && <FirstFigures report={report} panel={headline} formats={formats} />}
      <h4 className={classes.heading}>Data from {sources.join(" and ")}</h4>
      <p>
        {firstDay && lastDay && ingestedAt
          ? `${formatDate(firstDay, formats)} to ${formatDate(lastDay, formats)}, last updated on ${formatInstant(ingestedAt, formats)}.`
          : "No data yet."}
      </p>
      <h4 className={classes.heading}>Answers</h4>
      <ul className={classes.panels}>
        {panels.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <h4 className={classes.heading}>{metrics.length} figures</h4>
      <p className={classes.quiet}>{metrics.join(", ")}</p>
    </>
  );
}

const mostFigures = 4;

function FirstFigures({ report, panel, formats }: Props & { panel: ReportPanel }) {
  const today = dayAt(useNow(), formats.timeZone);
  const { data, error } = useQuery(read("readPanel", { report: report.id, panel: panel.id }));
  if (error) return <p role="alert">The first figures could not be loaded. {error.message}</p>;
  if (!data) return <Skeleton label="Loading first figures" lines={[60, 60, 60]} />;
  const shown = describePanel(panel, data, { formats, today, annotations: [] });
  if (shown.kind !== "figures") return null;
  const time = data.questions[0]?.query.time;
  return (
    <>
      <h4 className={classes.heading}>
        {time && "from" in time ? formatDayRange(time.from, addDays(time.to, -1), today, formats) : "First figures"}
      </h4>
      <dl className={classes.figures}>
        {shown.figures.slice(0, mostFigures).map(({ metric, label, value, unit, unknown }) => (
          <div key={metric}>
            <dt>{label}</dt>
            <dd>{value === null ? (unknown ? "Not known" : "–") : [value, unit].filter(Boolean).join(" ")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
