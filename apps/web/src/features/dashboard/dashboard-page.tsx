import type { Dashboard, SourceFreshness } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { resolvePeriod } from "@console/figures/periods";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useCallback } from "react";
import { AskBox } from "../../blocks/ask-box/ask-box.tsx";
import { findExample } from "../../blocks/ask-box/example-question.ts";
import { ToldFreshnessContext } from "../../blocks/freshness/told-freshness.ts";
import { DataElsewhere, liesOutside, useDataDays } from "../../blocks/report-view/data-days.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { CardBoard } from "./card-board.tsx";
import { ChangeList } from "./change-list.tsx";
import classes from "./dashboard.module.css";
import { FirstRun } from "./first-run.tsx";
import { FreshnessStrip } from "./freshness-strip.tsx";

type Props = {
  /** How a page of the console is headed. */
  Header: ComponentType<{ title: string; question: string }>;
  /** Someone looks at a tenant that is not theirs: nothing can be arranged or muted. */
  isReadOnly?: boolean;
};

/** A tenant's dashboard: how fresh its sources are, its cards, and what changed. Each part fails alone. */
export function DashboardPage({ Header, isReadOnly = false }: Props) {
  const { role } = useAuth();
  const formats = useFormats();
  const { data, error, isFetching, refetch } = useQuery({ ...read("getDashboard", {}), refetchInterval: 60_000 });
  const retry = useCallback(() => void refetch(), [refetch]);
  const header = <Header title="Dashboard" question="How is everything going, and what changed?" />;

  if (!data) {
    return (
      <>
        {header}
        {error ? (
          <ReadProblem title="The dashboard could not be loaded" error={error} onRetry={retry} />
        ) : (
          <ShapedSkeleton label="Loading dashboard" shape="dashboard" />
        )}
      </>
    );
  }
  const filled = data.freshness.filter(({ firstDay }) => firstDay !== null).map(({ domain }) => domain);
  return (
    <>
      {header}
      {error && (
        <StaleNote isFetching={isFetching} onRetry={retry}>
          The dashboard could not be refreshed.
        </StaleNote>
      )}
      {filled.length > 0 ? (
        <>
          <FreshnessStrip sources={data.freshness} />
          <AskBox example={findExample(filled)} />
          <OldData dashboard={data} />
          <ToldFreshnessContext value={data.freshness}>
            <CardBoard
              dashboard={data}
              mayArrange={!isReadOnly}
              mayShare={permissionsForRole(role).has("reports.share")}
              formats={formats}
            />
          </ToldFreshnessContext>
          <ChangeList mayMute={!isReadOnly} />
        </>
      ) : (
        <FirstRun sources={data} formats={formats} onRetry={retry} />
      )}
    </>
  );
}

/** The sources whose data lies outside the days that the cards show, which would look like no data at all. */
function OldData({ dashboard: { freshness, today } }: { dashboard: Pick<Dashboard, "freshness" | "today"> }) {
  return (
    <div className={classes.notices}>
      {freshness.map((source) => (
        <OldSource key={source.domain} source={source} today={today} />
      ))}
    </div>
  );
}

function OldSource({ source, today }: { source: SourceFreshness; today: string }) {
  const { domain, label, path } = source;
  const days = useDataDays([domain]);
  if (!days || !liesOutside(days, resolvePeriod("last_30_days", today))) return null;
  return <DataElsewhere label={label} period="the last 30 days" days={days} today={today} path={path} />;
}
