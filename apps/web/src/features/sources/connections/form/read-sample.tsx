import type { SourceSample } from "@console/contracts";
import { formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { ShapedSkeleton } from "../../../../blocks/states/shaped-skeleton.tsx";
import { ApiError } from "../../../../lib/api.ts";
import { useFormats } from "../../../../lib/use-formats.ts";
import { PreviewRows } from "../../mapping/preview-rows.tsx";
import classes from "./connection-form.module.css";
import type { useSample } from "./use-sample.ts";

type Reading = ReturnType<typeof useSample>;

/** Reads the first rows of the source on request, and says what came of it. */
export function ReadSample({ reading }: { reading: Reading }) {
  const { sample, isReading, read, stop } = reading;
  return (
    <>
      <div className={classes.test}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTableImport size={16} stroke={1.5} aria-hidden="true" />}
          loading={isReading}
          onClick={read}
        >
          {sample ? "Read a sample again" : "Read a sample"}
        </Button>
        {isReading && (
          <Button size="xs" variant="default" onClick={stop}>
            Stop
          </Button>
        )}
        <Outcome reading={reading} />
      </div>
      {isReading && !sample && <ShapedSkeleton label="Reading the first rows" shape="table" />}
    </>
  );
}

function Outcome({ reading }: { reading: Reading }) {
  const { sample, problem, failure, filled, isReading, milliseconds, lacking } = reading;
  const formats = useFormats();
  if (isReading) {
    return (
      <p role="status" className={classes.quiet}>
        Reading the first rows
      </p>
    );
  }
  if (lacking) return <p className={classes.problem}>{lacking}</p>;
  if (failure) {
    return (
      <p role="alert" className={classes.problem}>
        {failure.message}
        {failure instanceof ApiError && failure.kind === "unexpected" && failure.requestId && (
          <> Request ID: {failure.requestId}</>
        )}
      </p>
    );
  }
  if (problem) {
    const advice = problem.kind === "config" ? "Change the settings, then read it again." : "Read it again later.";
    return (
      <p role="alert" className={classes.problem}>
        The source could not be loaded. {problem.message} {advice}
      </p>
    );
  }
  if (!sample) return <p className={classes.quiet}>Shows its columns to choose from. Nothing is stored.</p>;
  if (sample.read === 0) {
    return (
      <p role="status" className={classes.quiet}>
        The source gave no rows, so its columns are not known. Type their names, or read it again once it has rows.
      </p>
    );
  }
  const rows = `${formatNumber(sample.read, formats)} ${sample.read === 1 ? "row" : "rows"}`;
  const columns = `${formatNumber(sample.columns.length, formats)} ${sample.columns.length === 1 ? "column" : "columns"}`;
  return (
    <p role="status" className={classes.quiet}>
      {rows} with {columns} read in {formatNumber(milliseconds, formats)} ms.
      {filled.length > 0 && ` Matched by column name: ${filled.join(", ")}.`}
    </p>
  );
}

/** The rows that were read as they would be stored. */
export function SampleRows({ reading }: { reading: Reading & { sample: SourceSample } }) {
  const formats = useFormats();
  const { sample, isReading, isOld } = reading;
  const { rows, mapping, read, currency } = sample;
  const fields = sample.tables.find(({ fact }) => fact === mapping.fact)?.fields ?? [];
  const shown = formatNumber(rows.length, formats);
  return (
    <div className={classes.preview} aria-busy={isReading}>
      <h3 className={classes.subtitle}>
        {rows.length < read ? `The first ${shown} rows as they would be stored` : "The rows as they would be stored"}
      </h3>
      {isOld && (
        <p className={classes.old} role="status">
          The form has changed since these rows were read. Read a sample again to see what it does now.
        </p>
      )}
      <PreviewRows
        preview={{ rows, fields, mapping, currency }}
        place="Row"
        empty="The source gave no rows."
        formats={formats}
      />
    </div>
  );
}
