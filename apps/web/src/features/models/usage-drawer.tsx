import { type RouteOutput, type Routes, type UsageRow, type UsageSplit, usageSplits } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatCounted, formatDate, formatInstant, formatNumber } from "@console/figures/format";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";
import { sayDays, sayTime } from "./say-times.ts";

type Props = {
  usage: RouteOutput<Routes["readAssistantUsage"]>;
  by: UsageSplit;
  part: string | undefined;
  day: string | undefined;
  onClose: () => void;
};

/** The answers behind a figure of usage: who asked when, and what it took. */
export function UsageDrawer({ usage, by, part, day, onClose }: Props) {
  const formats = useFormats();
  const range = day === undefined ? { from: usage.from, to: usage.to } : { from: day, to: addDays(day, 1) };
  const pages = usePages("listUsageRows", { ...range, ...(part !== undefined && { [by]: part }) });
  const days = day === undefined ? sayDays(usage, formats) : formatDate(day, formats);
  const name = usage.groups.find(({ key }) => key === part)?.name ?? part;
  const filter = part === undefined ? days : `${usageSplits[by]}: ${name}, ${days}`;
  const count = pages.first ? `, ${formatCounted(pages.first.count, "answer", formats)}` : "";
  return (
    <SideDrawer
      title="Answers"
      about={<p className={classes.quiet}>{`${filter}${count}`}</p>}
      closeLabel="Close answers"
      width={960}
      onClose={onClose}
    >
      <RecordTable
        name="Answers"
        columns={describeColumns(formats)}
        rowKey={({ id }) => id}
        tableFrom={1000}
        pages={pages}
        empty={<EmptyState title="No answers" message="Nothing was asked here." actions={null} />}
      />
    </SideDrawer>
  );
}

const nothing = "–";
const outcomes: Readonly<Record<UsageRow["outcome"], string>> = {
  done: "Finished",
  stopped: "Stopped",
  failed: "Failed",
  interrupted: "Interrupted",
  open: "Being written",
};
const problems: Readonly<Record<string, string>> = {
  interrupted: "interrupted",
  no_access: "no access",
  limit: "limit",
  model_missing: "model missing",
  server_away: "server away",
  busy: "server busy",
  silent: "server silent",
  cut: "connection lost",
  failed_midway: "failed midway",
  refused: "refused by the server",
  unforeseen: "unexpected error",
};

function describeColumns(formats: FormatChoices): RecordColumn<UsageRow>[] {
  const count = (amount: number | null) => (amount === null ? nothing : formatNumber(amount, formats));
  return [
    { label: "Time", cell: ({ at }) => formatInstant(at, formats) },
    { label: "Person", cell: sayPerson },
    { label: "Tenant", cell: ({ tenant }) => tenant },
    { label: "Model", cell: ({ model, provider }) => (model === null ? "Without a model" : `${model} (${provider})`) },
    { label: "Outcome", cell: sayOutcome },
    { label: "Prompt tokens", isNumeric: true, cell: ({ promptTokens }) => count(promptTokens) },
    { label: "Answer tokens", isNumeric: true, cell: ({ answerTokens }) => count(answerTokens) },
    { label: "First word", isNumeric: true, cell: ({ firstWordMs }) => sayTime(firstWordMs, formats) },
    { label: "Whole answer", isNumeric: true, cell: ({ totalMs }) => sayTime(totalMs, formats) },
  ];
}

function sayPerson({ person, role, source }: UsageRow): string {
  return source === "evaluation" ? `${person} (evaluation)` : `${person} (${role})`;
}

function sayOutcome({ outcome, problem }: UsageRow): string {
  if (problem === null || problem === outcome) return outcomes[outcome];
  return `${outcomes[outcome]} (${problems[problem] ?? problem})`;
}
