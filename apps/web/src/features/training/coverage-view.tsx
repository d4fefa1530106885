import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import "@mantine/core/styles/Input.css";
import type { CoverageGap, RouteOutput, Routes } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { mergeSearch } from "../../lib/search.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

type Coverage = RouteOutput<Routes["readCoverage"]>;
type Idle = Coverage["idle"][number];

/** Why a question was not answered, as a heading says it. */
const reasons: Readonly<Record<string, string>> = {
  unknown_metric: "Unknown figure",
  unknown_dimension: "Unknown grouping",
  unknown_value: "Unknown name",
  ambiguous_value: "Several names fit",
  ambiguous_metric: "Several figures fit",
  incompatible: "Cannot be combined",
  other_tenant: "Another organisation",
  forecast: "Forecast",
  future: "Future",
  no_data: "No data then",
  write: "A change was asked for",
  instructions: "Instructions",
  judgement: "Judgement",
  off_topic: "Not about figures",
  unused_words: "Words without a use",
};

const periods = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];
const kinds: Readonly<Record<Idle["entity"], string>> = {
  words: "Word",
  examples: "Example",
  answers: "Answer",
  documents: "Document",
};

/** What people asked for and did not get, which words played no part, and training that nobody needed. */
export function CoverageView({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const formats = useFormats();
  const [days, setDays] = useState("30");
  const { data, error, refetch } = useQuery(
    read("readCoverage", { days: Number(days), ...(isPlatform && query.tenant && { tenant: query.tenant }) }),
  );
  return (
    <div className={classes.test}>
      <div className={classes.form}>
        {isPlatform && (
          <div className={classes.tenant}>
            <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
          </div>
        )}
        <NativeSelect
          label="Period"
          data={periods}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
      </div>
      {error && !data && (
        <ReadProblem title="The coverage could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ShapedSkeleton label="Loading coverage" shape="list" />}
      {data && <Gaps coverage={data} formats={formats} tenant={isPlatform ? query.tenant : undefined} />}
    </div>
  );
}

type GapsProps = { coverage: Coverage; formats: ReturnType<typeof useFormats>; tenant: string | undefined };

function Gaps({ coverage: { asked, missing, unused, idle }, formats, tenant }: GapsProps) {
  const total = asked.answered + asked.clarified + asked.refused;
  if (total === 0 && idle.length === 0)
    return (
      <EmptyState
        title="No questions in this period"
        message="Once people ask, it shows what they looked for and did not find."
        actions={null}
      />
    );
  const number = (value: number) => formatNumber(value, formats);
  const counts: PlainColumn<CoverageGap>[] = [
    { id: "people", label: "People", isNumeric: true, cell: ({ people }) => number(people) },
    { id: "times", label: "Times", isNumeric: true, cell: ({ times }) => number(times) },
    { id: "question", label: "Asked, for example", cell: ({ question }) => question },
  ];
  const teach: PlainColumn<CoverageGap> = {
    id: "teach",
    label: "Teach",
    cell: ({ label, question }) => <TeachLinks label={label} question={question} tenant={tenant} />,
  };
  const idleColumns: PlainColumn<Idle>[] = [
    {
      id: "label",
      label: "Training",
      isHeader: true,
      cell: ({ entity, id, label }) => (
        <Link to="." search={mergeSearch({ view: entity, row: id })}>
          {label}
        </Link>
      ),
    },
    { id: "kind", label: "Type", cell: ({ entity }) => kinds[entity] },
    { id: "since", label: "Created", cell: ({ since }) => formatInstant(since, formats) },
  ];
  return (
    <>
      <p>
        {number(total)} {total === 1 ? "question" : "questions"}: {number(asked.answered)} answered,{" "}
        {number(asked.clarified)} asked back, {number(asked.refused)} not answered.
      </p>
      <section className={classes.step} aria-labelledby="coverage-missing">
        <h2 id="coverage-missing">What was missing</h2>
        {missing.length === 0 ? (
          <p className={classes.quiet}>Every question was answered.</p>
        ) : (
          <WideTable
            name="What was missing"
            columns={[
              {
                id: "label",
                label: "Word",
                isHeader: true,
                cell: ({ label }) => (label === "" ? "No single word" : label),
              },
              { id: "reason", label: "Why", cell: ({ reason }) => reasons[reason] ?? reason },
              ...counts,
              teach,
            ]}
            rows={missing}
            rowKey={keyForGap}
          />
        )}
      </section>
      {unused.length > 0 && (
        <section className={classes.step} aria-labelledby="coverage-unused">
          <h2 id="coverage-unused">Words that played no part</h2>
          <p className={classes.quiet}>The questions were answered without these words.</p>
          <WideTable
            name="Words that played no part"
            columns={[{ id: "label", label: "Word", isHeader: true, cell: ({ label }) => label }, ...counts, teach]}
            rows={unused}
            rowKey={keyForGap}
          />
        </section>
      )}
      {idle.length > 0 && (
        <section className={classes.step} aria-labelledby="coverage-idle">
          <h2 id="coverage-idle">Training not used</h2>
          <p className={classes.quiet}>In use for the whole period, and no question needed it.</p>
          <WideTable name="Training not used" columns={idleColumns} rows={idle} rowKey={({ id }) => id} />
        </section>
      )}
    </>
  );
}

function keyForGap({ reason, label }: CoverageGap): string {
  return JSON.stringify([reason, label]);
}

/** A missing word can be taught; where no single word was missing, the question is tested. */
function TeachLinks({ label, question, tenant }: { label: string; question: string; tenant: string | undefined }) {
  const search =
    label === ""
      ? mergeSearch({ view: "test", question, tenant })
      : mergeSearch({ view: "words", do: "new", word: label, tenant });
  return (
    <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="." search={search} {...props} />}>
      {label === "" ? "Test" : "Teach"}
    </Button>
  );
}
