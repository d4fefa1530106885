import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import type { GoodDirection } from "@console/figures/verdict";

type FigureWords = {
  label: string;
  unit?: string;
  good: GoodDirection;
  /** What the rows behind it are, as the headings of their columns. */
  columns: { name: string; note?: string; tenant?: true; at?: string; value?: string };
  /** What it says where there are no rows. */
  empty: string;
};

const people: Pick<FigureWords, "good" | "columns" | "empty"> = {
  good: "up",
  columns: { name: "Person", note: "Active", tenant: true },
  empty: "No one used the console in these days.",
};

/** How each figure is called, and what stands behind it. */
export const figureWords: Readonly<Record<PlatformFigureName, FigureWords>> = {
  active_tenants: {
    label: "Active tenants",
    good: "up",
    columns: { name: "Tenant", note: "Active people" },
    empty: "No tenant used the console in these days.",
  },
  active_people: { label: "Active people", ...people },
  active_people_7: { label: "Active people", unit: "7 days", ...people },
  active_people_30: { label: "Active people", unit: "30 days", ...people },
  sign_ins: { label: "Sign-ins", good: "up", columns: { name: "Entry" }, empty: "No one signed in." },
  report_views: {
    label: "Report views",
    good: "up",
    columns: { name: "Report", tenant: true, value: "Views" },
    empty: "No report was opened in these days.",
  },
  exports: { label: "Exports", good: "none", columns: { name: "Entry" }, empty: "Nothing was exported." },
  questions: {
    label: "Questions",
    good: "up",
    columns: { name: "Outcome", tenant: true, value: "Questions" },
    empty: "No question was asked in these days.",
  },
  source_rows: {
    label: "Source rows",
    unit: "written",
    good: "none",
    columns: { name: "Connection", tenant: true, value: "Rows" },
    empty: "No run wrote rows in these days.",
  },
  failed_runs: {
    label: "Failed source runs",
    good: "down",
    columns: { name: "Connection", tenant: true, at: "Ended", note: "Problem" },
    empty: "No run failed in these days.",
  },
  open_incidents: {
    label: "Open incidents",
    unit: "now",
    good: "down",
    columns: { name: "Incident", note: "Concerns", at: "Opened" },
    empty: "No incident is open.",
  },
  errors: {
    label: "Errors",
    unit: "failed calls",
    good: "down",
    columns: { name: "Call", tenant: true, value: "Errors" },
    empty: "No call failed in these days.",
  },
  answer_time: {
    label: "Answer time",
    unit: "95th percentile",
    good: "down",
    columns: { name: "Answered in", value: "Calls" },
    empty: "No call was answered in these days.",
  },
};

/** The cards, in the order in which they are read. */
export const cardFigures: readonly PlatformFigureName[] = [
  "active_tenants",
  "active_people_7",
  "active_people_30",
  "sign_ins",
  "report_views",
  "exports",
  "questions",
  "source_rows",
  "failed_runs",
  "open_incidents",
  "errors",
  "answer_time",
];

/** The charts, each of a figure by day. */
export const chartFigures: readonly PlatformFigureName[] = [
  "active_people",
  "sign_ins",
  "report_views",
  "questions",
  "exports",
  "source_rows",
  "failed_runs",
  "errors",
  "answer_time",
];
