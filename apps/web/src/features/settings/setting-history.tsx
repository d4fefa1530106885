import type { EntityValue, HistoryEntry, Setting } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./setting-row.module.css";
import { settingWords } from "./setting-words.ts";

/** How a setting was changed, with the way back to what it was before. */
export function SettingHistory({ setting, onRevert }: { setting: Setting; onRevert: (value: EntityValue) => void }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listSettingHistory", { name: setting.name }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the history" shape="list" />;
  // Neither what is secret nor a picture is kept with the change.
  const isHidden = setting.isSecret || setting.field.type === "picture";
  const words = (value: EntityValue) => settingWords(setting, value, formats);
  if (data.items.length === 0) return <p className={classes.history}>Nobody has changed it.</p>;
  return (
    <ol className={classes.history} aria-label={`History of ${setting.field.label}`}>
      {data.items.map((entry) => {
        const { before, after } = readValues(entry);
        return (
          <li key={entry.id}>
            <span>{isHidden ? "Replaced" : `${words(before)} → ${words(after)}`}</span>
            <span className={classes.meta}>
              {entry.byName ?? entry.by ?? "the product"} · {formatInstant(entry.at, formats)}
            </span>
            {!isHidden && setting.canChange && (
              <Button variant="subtle" size="compact-xs" onClick={() => onRevert(before)}>
                Back to {words(before)}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function readValues({ details }: HistoryEntry): { before: EntityValue; after: EntityValue } {
  const value = details.value as { before?: EntityValue; after?: EntityValue } | undefined;
  return { before: value?.before ?? null, after: value?.after ?? null };
}
