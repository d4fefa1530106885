export { ageLabel, ageShare, ageTotals } from "./describe-ageing.ts";
export { className, sayMove } from "./describe-classes.ts";
export { drawnDeviation, mostGrace, onTimeShare } from "./describe-deviation.ts";
export { sayCaveats, sayCoverage, sayOtherCurrencies } from "./describe-figures.ts";
export { describeNotes, describeQuestionNotes } from "./describe-notes.ts";
export { forecastShare, paceCourse, paceShare } from "./describe-pace.ts";
export * from "./describe-panel.ts";
export * from "./panel-view.ts";
export * from "./period-label.ts";
