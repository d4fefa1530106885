import "@mantine/core/styles/Input.css";
import type { ReportSummary } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconSearch, IconStar, IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useDataAge } from "../../blocks/freshness/use-data-age.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { readCatalogueSearch } from "./catalogue-search.ts";
import { findMissing, findReports } from "./find-reports.ts";
import { MissingReports } from "./missing-reports.tsx";
import classes from "./report-catalogue.module.css";
import { ReportDetails } from "./report-details.tsx";

/** Every report of the tenant: favourites and recent ones first, found by anything that they show. */
export function ReportCatalogue() {
  const { q = "" } = readCatalogueSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listReports", {}));
  const keep = useWrite("setChoice");
  if (!data) {
    if (!error) return <ShapedSkeleton label="Loading reports" shape="list" />;
    return <ReadProblem title="The reports could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <>
        <EmptyState
          title="No reports yet"
          message="No source is connected to your organisation. Ask for the reports that you need."
          actions={null}
        />
        <MissingReports reports={data.missing} />
      </>
    );
  }
  const favourites = data.items.filter(({ isFavourite }) => isFavourite).map(({ id }) => id);
  const toggle = async ({ id, isFavourite }: ReportSummary) => {
    const value = isFavourite ? favourites.filter((one) => one !== id) : [...favourites, id];
    await keep.mutateAsync({ name: "favourite-reports", value });
    await refetch();
  };
  const matches = findReports(data.items, q);
  const missing = findMissing(data.missing, q);
  return (
    <>
      <TextInput
        className={classes.search}
        aria-label="Search reports"
        placeholder="Search by name, figure or dimension"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        value={q}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ to: ".", search: value ? { q: value } : {}, replace: true })
        }
      />
      {matches.length === 0 && missing.length === 0 && (
        <EmptyState title="No report matches" message={`No report contains “${q}”.`} actions={null} />
      )}
      <ul className={classes.list}>
        {matches.map(({ report, why }) => (
          <ReportCard
            key={report.id}
            report={report}
            why={why}
            formats={formats}
            onFavourite={() => void toggle(report)}
          />
        ))}
      </ul>
      <MissingReports reports={missing} />
    </>
  );
}

type CardProps = { report: ReportSummary; why: string | null; formats: FormatChoices; onFavourite: () => void };

function ReportCard({ report, why, formats, onFavourite }: CardProps) {
  const { title, question, path, sources, isFavourite, viewedAt } = report;
  const { age, isLate } = useDataAge(report);
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <Link to={path} className={classes.link}>
            {title}
          </Link>
        </h2>
        <div className={classes.tools}>
          <ReportDetails report={report} formats={formats} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={isFavourite ? classes.starred : classes.star}
            aria-pressed={isFavourite}
            aria-label={`Favourite: ${title}`}
            onClick={onFavourite}
          >
            <Star size={16} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </div>
      </div>
      <p className={classes.question}>{question}</p>
      {why && <p className={classes.why}>Shows “{why}”</p>}
      <p className={isLate ? classes.late : classes.facts}>
        <span className={classes.source}>{sources.join(", ")}</span>{" "}
        {age === null ? "No data yet" : `${isLate ? "Data is late: " : "Data "}${age} old`}
        {viewedAt && ` · last viewed on ${formatInstant(viewedAt, formats)}`}
      </p>
    </li>
  );
}
