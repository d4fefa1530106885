import "@mantine/core/styles/Input.css";
import { type RouteOutput, type Routes, type UsageSplit, usageSplits } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatCounted, formatNumber } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Chart } from "../../blocks/chart/chart.tsx";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { read } from "../../lib/queries.ts";
import { saveRows } from "../../lib/save-rows.ts";
import { parseKey } from "../../lib/search.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { describeUsage } from "./describe-usage.ts";
import classes from "./models.module.css";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { sayDays, saySpread } from "./say-times.ts";
import { UsageDrawer } from "./usage-drawer.tsx";

const tableFrom = 1000;
type Usage = RouteOutput<Routes["readAssistantUsage"]>;
type Group = Usage["groups"][number];

/** How the assistant is used: by day, by part, and the answers behind each figure. */
export function UsageView() {
  const { query, go } = useAddress<ModelsSearch>(readModelsSearch);
  const by: UsageSplit = parseKey<UsageSplit>(usageSplits, query.by) ?? "tenant";
  // The address names the last day, as people do.
  const range = { ...(query.from && { from: query.from }), ...(query.to && { to: addDays(query.to, 1) }) };
  const usage = useQuery({
    ...read("readAssistantUsage", { by, ...range }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, refetch } = usage;
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <NativeSelect
          size="xs"
          label="Split by"
          value={by}
          data={Object.entries(usageSplits).map(([value, label]) => ({ value, label }))}
          onChange={(event) => go({ by: event.currentTarget.value as UsageSplit, part: undefined })}
        />
        <DayField label="From" value={query.from ?? data?.from} onChange={(from) => go({ from })} />
        <DayField label="To" value={query.to ?? (data && addDays(data.to, -1))} onChange={(to) => go({ to })} />
        {data && (
          <Button size="xs" variant="default" onClick={() => saveUsage(data, by)}>
            Save as CSV
          </Button>
        )}
      </div>
      {error && data && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The usage could not be loaded again. It may have changed.
        </StaleNote>
      )}
      {error && !data && (
        <ReadProblem title="The usage could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ShapedSkeleton label="Loading the usage" shape="list" />}
      {data && <Shown usage={data} by={by} pages={wholeList(data.groups, usage)} />}
      {data && (query.part !== undefined || query.day !== undefined) && (
        <UsageDrawer
          usage={data}
          by={by}
          part={query.part}
          day={query.day}
          onClose={() => go({ part: undefined, day: undefined })}
        />
      )}
    </div>
  );
}

type ShownProps = { usage: Usage; by: UsageSplit; pages: ReturnType<typeof wholeList<Group>> };

function Shown({ usage, by, pages }: ShownProps) {
  const { go } = useAddress<ModelsSearch>(readModelsSearch);
  const formats = useFormats();
  const { total, from, to, timeZone, rest } = usage;
  if (total.answers === 0) {
    return (
      <EmptyState
        title="Nothing was asked in these days"
        message={`No answers from ${sayDays({ from, to }, formats)}.`}
        actions={null}
      />
    );
  }
  const { description, days } = describeUsage(usage, formats);
  return (
    <>
      <div className={classes.card}>
        <Chart description={description} onOpen={(place) => go({ day: days[place], part: undefined })} />
      </div>
      <p className={classes.quiet}>{sayTotal(usage, formats)}</p>
      <RecordTable
        name="Usage"
        columns={describeColumns(by, formats, (part) => go({ part, day: undefined }))}
        rowKey={({ key }) => key}
        tableFrom={tableFrom}
        pages={pages}
        empty={null}
      />
      <p className={classes.quiet}>
        {rest > 0 && `${formatNumber(rest, formats)} more are not shown. `}
        Times are the median and the 95th percentile of answers that were finished. Days in {timeZone}.
      </p>
    </>
  );
}

function sayTotal({ total }: Usage, formats: FormatChoices): string {
  const { answers, errors, stopped, promptTokens, answerTokens, untold } = total;
  const say = (amount: number, one: string) => formatCounted(amount, one, formats);
  const ends = `${say(answers, "answer")}, ${say(errors, "error")}, ${formatNumber(stopped, formats)} stopped`;
  const tokens = `${say(promptTokens, "prompt token")} and ${say(answerTokens, "answer token")}`;
  const unknown = untold === 0 ? "" : `, without ${say(untold, "answer")} whose server did not report them`;
  return `${ends}. ${tokens}${unknown}.`;
}

function describeColumns(by: UsageSplit, formats: FormatChoices, open: (key: string) => void): RecordColumn<Group>[] {
  const count = (amount: number) => formatNumber(amount, formats);
  return [
    {
      label: usageSplits[by],
      cell: ({ key, name }) => (
        <button type="button" className={classes.name} onClick={() => open(key)}>
          {name}
        </button>
      ),
    },
    { label: "Answers", isNumeric: true, cell: ({ answers }) => count(answers) },
    { label: "Errors", isNumeric: true, cell: ({ errors }) => count(errors) },
    { label: "Stopped", isNumeric: true, cell: ({ stopped }) => count(stopped) },
    { label: "Prompt tokens", isNumeric: true, cell: ({ promptTokens }) => count(promptTokens) },
    { label: "Answer tokens", isNumeric: true, cell: ({ answerTokens }) => count(answerTokens) },
    { label: "Tokens not reported", isNumeric: true, cell: ({ untold }) => count(untold) },
    { label: "First word", isNumeric: true, cell: ({ firstWordMs }) => saySpread(firstWordMs, formats) },
    { label: "Whole answer", isNumeric: true, cell: ({ totalMs }) => saySpread(totalMs, formats) },
  ];
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

function saveUsage({ groups, from, to }: Usage, by: UsageSplit): void {
  const head = ["Answers", "Errors", "Stopped", "Prompt tokens", "Answer tokens", "Tokens not reported"];
  const times = ["First word median ms", "First word 95% ms", "Whole median ms", "Whole 95% ms"];
  const lines = groups.map((group) => [
    group.name,
    group.answers,
    group.errors,
    group.stopped,
    group.promptTokens,
    group.answerTokens,
    group.untold,
    group.firstWordMs?.p50 ?? null,
    group.firstWordMs?.p95 ?? null,
    group.totalMs?.p50 ?? null,
    group.totalMs?.p95 ?? null,
  ]);
  saveRows([[usageSplits[by], ...head, ...times], ...lines], `assistant-usage-${from}-${addDays(to, -1)}`, []);
}
