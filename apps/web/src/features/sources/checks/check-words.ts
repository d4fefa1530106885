import type { SourceCheck } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";

type Counted = Pick<SourceCheck, "found" | "foundBefore" | "looked" | "noun">;

/** What a check found: 12 items. */
export function foundWords({ found, noun }: Pick<Counted, "found" | "noun">, formats: FormatChoices): string {
  return `${formatNumber(found ?? 0, formats)} ${found === 1 ? noun.one : noun.many}`;
}

/** Of how many, and whether it has become more: of 3,400, 3 more than before. */
export function changeWords({ found, foundBefore, looked }: Counted, formats: FormatChoices): string {
  const of = `of ${formatNumber(looked ?? 0, formats)}`;
  const change = (found ?? 0) - (foundBefore ?? 0);
  if (foundBefore === null) return of;
  if (change === 0) return `${of}, as before`;
  return `${of}, ${formatNumber(Math.abs(change), formats)} ${change > 0 ? "more" : "fewer"} than before`;
}

/** What a check that found nothing looked at. */
export function passedWords({ looked, noun }: Pick<Counted, "looked" | "noun">, formats: FormatChoices): string {
  if (looked === null) return "Not checked yet";
  if (looked === 0) return `No ${noun.many} to check yet`;
  return `${foundWords({ found: looked, noun }, formats)} checked`;
}

/** Checks by how they stand: found something, found something that someone knows of, found nothing. */
export function sortChecks(checks: readonly SourceCheck[]) {
  return {
    failed: checks.filter(({ found, mute }) => found && !mute),
    muted: checks.filter(({ mute }) => mute),
    passed: checks.filter(({ found, mute }) => !found && !mute),
  };
}
