import type { PanelAnswer, ReportPanel } from "@console/contracts";
import { type FormatChoices, formatDate, formatNumber } from "../format.ts";
import { sayGapReason } from "../measure-change.ts";
import { sayCaveats } from "./describe-figures.ts";
import { findColumn, findRule, type Question } from "./read-answer.ts";

/** What someone should know of a panel's figures wherever they are taken, each note in a sentence of its own. */
export function describeNotes(panel: ReportPanel, answer: PanelAnswer, formats: FormatChoices): string[] {
  const notes = answer.questions.flatMap((_question, index) => describeQuestionNotes(panel, answer, index, formats));
  return [...new Set(notes)];
}

/** The notes of one question; those of the whole panel stand with the first. */
export function describeQuestionNotes(
  panel: ReportPanel,
  { kind, questions, leftOut }: PanelAnswer,
  index: number,
  formats: FormatChoices,
): string[] {
  const question = questions[index];
  if (!question) return [];
  return [
    ...(panel.note ? [endSentence(panel.note)] : []),
    ...(kind === "kpis" ? tellWhatIsUnknown(question, formats) : []),
    ...(index === 0 ? leftOut.map(({ name, reason }) => `Not shown: ${name}. ${reason}`) : []),
    ...tellExclusions(question, formats),
    ...(question.answer.isTruncated ? ["Only the first 10,000 rows are listed; the totals include all rows."] : []),
    ...tellLimit(question),
  ];
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function labelForMetric(question: Question, metric: string): string {
  return findColumn(question, metric)?.label ?? metric;
}

/** Why cells of tiles are empty, and how much stands behind the others; other kinds leave it out by name. */
function tellWhatIsUnknown(question: Question, formats: FormatChoices): string[] {
  return question.query.metrics.flatMap((metric) => {
    const label = labelForMetric(question, metric);
    const { unknown = null, comparisonGap = null } = findRule(question, metric) ?? {};
    const coverage = sayCaveats(question, metric, formats, unknown !== null);
    return [
      ...(unknown ? [`${label}: not known. ${unknown}.`] : []),
      ...(coverage ? [`${label}: ${coverage.charAt(0).toLowerCase()}${coverage.slice(1)}.`] : []),
      ...(comparisonGap
        ? [`${label}: no comparison, ${sayGapReason(comparisonGap, (day) => formatDate(day, formats))}.`]
        : []),
    ];
  });
}

/** How many rows the rules of the metrics leave out, by reason. */
function tellExclusions(question: Question, formats: FormatChoices): string[] {
  return question.query.metrics.flatMap((metric) => {
    const exclusions = (findRule(question, metric)?.exclusions ?? []).filter(({ count }) => count > 0);
    if (exclusions.length === 0) return [];
    const reasons = exclusions.map(({ label, count }) => `${label} ${formatNumber(count, formats)}`);
    return [`${labelForMetric(question, metric)} leaves out: ${reasons.join(", ")}.`];
  });
}

/** That only the first members are told by name, where there may be more. */
function tellLimit({ answer, query: { limit, other, dimensions } }: Question): string[] {
  const [dimension] = dimensions;
  if (limit === undefined || other || !dimension) return [];
  const members = new Set(answer.rows.map((row) => row[dimension]));
  if (members.size < limit) return [];
  return [`Only the first ${limit} by name; the totals include all.`];
}
