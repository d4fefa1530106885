const allowed = "apps/server/src/modules/reports/reports-allowed.ts";
const allowedTests = ["apps/server/src/modules/reports/reports-allowed.test.ts"];
const pace = "apps/server/src/modules/reports/panels/compute-pace.ts";
const paceTests = ["apps/server/src/modules/reports/panels/compute-pace.test.ts"];
const exportStore = "apps/server/src/modules/reports/export/export-store.ts";
const exportTests = ["apps/server/src/modules/reports/export/export-store.test.ts"];
const verdictTests = ["packages/figures/src/verdict.test.ts"];
const panelTests = ["packages/figures/src/panel/describe-panel.test.ts"];

/** Reports, their panels, dashboards and files. */
export const reports = [
  {
    name: "the overview of a tenant tells of reports that it was not given",
    file: allowed,
    find: "if (report.isHidden) return [narrowOverview(report, reportIds)];",
    replace: "if (report.isHidden) return [report];",
    tests: allowedTests,
  },
  {
    name: "the overview of a tenant is gone when reports are chosen",
    file: allowed,
    find: "    if (report.isHidden) return [narrowOverview(report, reportIds)];\n",
    replace: "",
    tests: allowedTests,
  },
  {
    name: "one allowed report of two opens a panel of both",
    file: allowed,
    find: "return overviews.every(({ report }) => reportIds.has(report));",
    replace: "return overviews.some(({ report }) => reportIds.has(report));",
    tests: allowedTests,
  },
  {
    name: "a tenant reads reports that were not chosen for it",
    file: allowed,
    find: "return reportIds.has(report.id) ? [report] : [];",
    replace: "return [report];",
    tests: allowedTests,
  },
  {
    name: "a day that is not over counts as past",
    file: pace,
    find: "if (day >= until) add(expectedByDay, day, expected(day));",
    replace: "if (day > until) add(expectedByDay, day, expected(day));",
    tests: paceTests,
  },
  {
    name: "the forecast leaves out what has come in",
    file: pace,
    find: "const forecast = actual + sum(",
    replace: "const forecast = sum(",
    tests: paceTests,
  },
  {
    name: "days without anything do not lower the mean",
    file: pace,
    find: "    if (own) own.days += 1;",
    replace: "    if (own && history.has(day)) own.days += 1;",
    tests: paceTests,
  },
  {
    name: "the item that crosses a class's share falls into the next",
    file: "apps/server/src/modules/reports/panels/classify-items.ts",
    find: "cuts.find(({ upTo }) => sum < upTo * whole)",
    replace: "cuts.find(({ upTo }) => sum + item.value < upTo * whole)",
    tests: ["apps/server/src/modules/reports/panels/classify-items.test.ts"],
  },
  {
    name: "a pace without a target is whole",
    file: "packages/figures/src/panel/describe-pace.ts",
    find: "return targetSoFar > 0 ? actual / targetSoFar : null;",
    replace: "return targetSoFar > 0 ? actual / targetSoFar : 1;",
    tests: ["packages/figures/src/panel/describe-pace.test.ts"],
  },
  {
    name: "a change against nothing is endless",
    file: "packages/figures/src/measure-change.ts",
    find: 'return now === 0 ? { by: 0, text: formatChange(0, "%", formats) } : null;',
    replace: 'return { by: 0, text: formatChange(0, "%", formats) };',
    tests: verdictTests,
  },
  {
    name: "a change is told where there is nothing to compare with",
    file: "packages/figures/src/panel/read-answer.ts",
    find: "if (now === null || then === null || sayComparisonGap",
    replace: "if (now === null || sayComparisonGap",
    tests: panelTests,
  },
  {
    name: "a fall of a figure below zero looks like a rise",
    file: "packages/figures/src/measure-change.ts",
    find: "((now - before) / Math.abs(before)) * 100",
    replace: "((now - before) / before) * 100",
    tests: verdictTests,
  },
  {
    name: "what was measured in part looks whole",
    file: "packages/figures/src/panel/describe-figures.ts",
    find: "if (!coverage || coverage.share >= enough) return null;",
    replace: "if (!coverage || coverage.share >= 0.5) return null;",
    tests: panelTests,
  },
  {
    name: "the usual swing of a figure is told as a change",
    file: "packages/figures/src/measure-change.ts",
    find: "return Math.abs(mean(now) - mean(then)) < 2 * error;",
    replace: "return Math.abs(mean(now) - mean(then)) > 2 * error;",
    tests: verdictTests,
  },
  {
    name: "a change that shows nothing is good or bad",
    file: "packages/figures/src/verdict.ts",
    find: "if (Math.round(Math.abs(by) * 10) === 0)",
    replace: "if (by === 0)",
    tests: verdictTests,
  },
  {
    name: "a change within the usual range takes sides",
    file: "packages/figures/src/verdict.ts",
    find: 'if (isUsual) return { arrow, meaning: "even", words: "within usual range" };',
    replace: "",
    tests: verdictTests,
  },
  {
    name: "a late source is compared with whole days",
    file: "packages/figures/src/measure-change.ts",
    find: "isLate && lastDay !== null && lastDay < time.to",
    replace: 'isLate && lastDay !== null && lastDay < ""',
    tests: ["apps/web/src/features/landing/describe-figure.test.ts"],
  },
  {
    name: "a Monday is held against a Sunday",
    file: "apps/server/src/modules/reports/resolve-view.ts",
    find: "Math.ceil(daysBetween(from, to) / 7) * 7",
    replace: "daysBetween(from, to)",
    tests: ["apps/server/src/modules/reports/resolve-view.test.ts"],
  },
  {
    name: "a difference of nothing has a sign",
    file: "packages/figures/src/format.ts",
    find: 'Math.round(Math.abs(difference) * 10) === 0 ? "±"',
    replace: 'difference === 0 ? "±"',
    tests: ["packages/figures/src/format.test.ts"],
  },
  {
    name: "the last seven days are eight",
    file: "packages/figures/src/periods.ts",
    find: "from: addDays(tomorrow, -days), to: tomorrow",
    replace: "from: addDays(today, -days), to: tomorrow",
    tests: ["packages/figures/src/periods.test.ts"],
  },
  {
    name: "a time that clocks show twice is the second",
    file: "packages/figures/src/time-zone.ts",
    find: "[Math.max(before, after), Math.min(before, after)].find(isShown)",
    replace: "[Math.min(before, after), Math.max(before, after)].find(isShown)",
    tests: ["packages/figures/src/time-zone.test.ts"],
  },
  {
    name: "somebody takes the file of another",
    file: exportStore,
    find: '    .where("id", "=", id)\n    .where("asked_by", "=", uid)\n    .executeTakeFirst();',
    replace: '    .where("id", "=", id)\n    .executeTakeFirst();',
    tests: exportTests,
  },
  {
    name: "files whose time is over stay",
    file: exportStore,
    find: "and expires_at < ${now}",
    replace: "and expires_at < ${now}::timestamptz - interval '10 years'",
    tests: exportTests,
  },
  {
    name: "files are removed before their time",
    file: exportStore,
    find: "and expires_at < ${now}",
    replace: "and expires_at > ${now}",
    tests: exportTests,
  },
];
