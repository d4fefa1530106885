import { type FormatChoices, formatChange, formatFigure, formatShortDay } from "@console/figures";
import { addDays } from "../../metrics/index.ts";
import type { Move, MovedMember } from "./find-moves.ts";

type Words = { currency: string; today: string; formats: FormatChoices };

/** A move as a sentence: On-time rate fell 6.2 points to 71.4%, most at Harbour Depot (from 66.0% to 58.7%). */
export function sayMove(move: Move, member: MovedMember | null, { currency, today, formats }: Words): string {
  const { metric, days, end, now, before } = move;
  const { unit, label } = metric;
  const difference = now - before;
  const isRate = unit === "percent";
  const by = isRate ? difference * 100 : (difference / Math.abs(before)) * 100;
  const size = formatChange(Math.abs(by), isRate ? "pts" : "%", formats).slice(1);
  const sayValue = (value: number) => {
    const figure = formatFigure(value, { unit, currency }, formats);
    return unit === "currency" ? `${currency} ${figure}` : unit === "units" ? `${figure} units` : figure;
  };
  // Where the source is late, or the days are more than a week, they are not those that the reader expects.
  const when =
    end < today || days !== 7 ? ` in the ${days} days to ${formatShortDay(addDays(end, -1), today, formats)}` : "";
  const where = member
    ? `, most ${member.at} ${member.name} (from ${sayValue(member.before)} to ${sayValue(member.now)})`
    : "";
  return `${label} ${difference > 0 ? "rose" : "fell"} ${size.replace("pts", "points")} to ${sayValue(now)}${when}${where}.`;
}
