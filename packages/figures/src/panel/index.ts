export { ageLabel, ageShare, ageTotals } from "./describe-ageing.ts";
export { className, sayMove } from "./describe-classes.ts";
export {
  type ChangeSplit,
  type ContributionLine,
  type ContributionView,
  describeContributions,
} from "./describe-contributions.ts";
export { drawnDeviation, mostGrace, onTimeShare } from "./describe-deviation.ts";
export { sayCaveats, sayCoverage, sayOtherCurrencies } from "./describe-figures.ts";
export { describeNotes, describeQuestionNotes } from "./describe-notes.ts";
export { forecastShare, paceCourse, paceShare } from "./describe-pace.ts";
export * from "./describe-panel.ts";
export { sayOthers } from "./describe-table.ts";
export * from "./panel-view.ts";
export * from "./period-label.ts";
export { membersIn } from "./read-answer.ts";
export { sayTotal } from "./say-total.ts";
