import type { MetricAnswer } from "@console/contracts";
import type { Cell, WaterfallPicture } from "../picture/picture.ts";
import { type BridgeStep, drawBridge } from "./describe-members.ts";
import { isRest, restName } from "./meaning.ts";
import type { PanelReader } from "./panel-view.ts";
import { findColumn, formatterFor, numberIn, type Question, stepFormatterFor } from "./read-answer.ts";

/** What the members of one dimension did to a change. */
export type ChangeSplit = NonNullable<MetricAnswer["contributions"]>["dimensions"][number];

/** One line of what a change is made of, as it is read; of a rate also what its own rate and its share did. */
export type ContributionLine = {
  name: string;
  before: string;
  now: string;
  change: string;
  fromRate: string | null;
  fromMix: string | null;
};

/** What a change is made of by one dimension: as a bridge, line by line, and all of it in the last line. */
export type ContributionView = {
  picture: WaterfallPicture;
  lines: ContributionLine[];
  whole: ContributionLine;
  /** Whether it is a rate or an average, whose change has two causes. */
  isRate: boolean;
};

/** The contributions of one dimension's members; grey where the change is no more than usual, or neither way is good. */
export function describeContributions(split: ChangeSplit, question: Question, reader: PanelReader): ContributionView {
  const { contributions, totals } = question.answer;
  const metric = contributions?.metric ?? "";
  const { label = metric, good = null } = findColumn(question, metric) ?? {};
  const format = formatterFor(question, metric, reader);
  const isJudged = good !== null && contributions?.isUsual !== true;
  const tone = (value: number) => (value >= 0 === (good === "up") ? ("good" as const) : ("bad" as const));
  const steps = split.members.map(({ member, contribution }): BridgeStep => {
    // The rest has no rows of its own that a filter could name.
    const cell: Cell = member === restName ? {} : { metric, [split.dimension]: member };
    const colour = isJudged && !isRest(member) ? tone(contribution) : "grey";
    return { label: member, value: contribution, colour, cell };
  });
  const tell = (value: number | null) => (value === null ? "–" : format(value));
  const move = stepFormatterFor(question, metric, reader);
  const sum = (part: "fromRate" | "fromMix") => split.members.reduce((all, member) => all + (member[part] ?? 0), 0);
  const isRate = split.members.some(({ fromRate }) => fromRate !== null);
  const lines = split.members.map(
    ({ member, before, now, contribution, fromRate, fromMix }): ContributionLine => ({
      name: member,
      before: tell(before),
      now: tell(now),
      change: move(contribution),
      fromRate: fromRate === null ? null : move(fromRate),
      fromMix: fromMix === null ? null : move(fromMix),
    }),
  );
  const whole: ContributionLine = {
    name: "All",
    before: tell(numberIn(totals[`${metric}__compare`])),
    now: tell(numberIn(totals[metric])),
    change: move(contributions?.change ?? 0),
    fromRate: isRate ? move(sum("fromRate")) : null,
    fromMix: isRate ? move(sum("fromMix")) : null,
  };
  const title = `${label}: change by ${split.label.toLowerCase()}`;
  return { picture: drawBridge(title, metric, steps, question, reader), lines, whole, isRate };
}
