import type { ReturnQuestion, SourceMapping, TargetField } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { compileMapping } from "../computed/compile-mapping.ts";
import { quoteColumn } from "./column-advice.ts";

const isTime = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?$/i;

/**
 * Times of day in a column of their own, while the days beside them fill a moment: every row would be at midnight. There
 * is nothing to choose, only a column to add.
 */
export function listLeftTimes(
  mapping: SourceMapping,
  fields: readonly TargetField[],
  profiles: readonly ColumnProfile[],
): ReturnQuestion[] {
  const used = new Set([
    ...Object.values(mapping.fields).map(({ from }) => from),
    ...compileMapping(mapping).flatMap(({ columns }) => columns),
  ]);
  const time = profiles.find(({ name, dates }) => !used.has(name) && isTime.test(dates.other?.first.value ?? ""));
  const moment = fields.find(({ name, type, isRequired }) => {
    const column = profiles.find((one) => one.name === mapping.fields[name]?.from);
    return type === "instant" && isRequired && column !== undefined && hasDaysAlone(column);
  });
  const date = mapping.fields[moment?.name ?? ""]?.from;
  if (!time || !moment || date === undefined) return [];
  const evidence = `“${time.name}” is not loaded: every row would be at 00:00. Add the computed column join(" ", ${quoteColumn(date)}, ${quoteColumn(time.name)}) and choose it for ${moment.label}.`;
  return [
    {
      column: time.name,
      title: `Times in ${time.name}`,
      evidence,
      choices: [],
      words: [],
      canLeaveOut: false,
      isAnswered: true,
      canWait: true,
    },
  ];
}

function hasDaysAlone({ dates: { dmy, mdy, either, iso } }: ColumnProfile): boolean {
  const shown = [dmy, mdy, either, iso].flatMap((shape) => shape?.first.value ?? []);
  return shown.length > 0 && shown.every((value) => !value.includes(":"));
}
