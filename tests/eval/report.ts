import type { EvalCase, EvalQuery } from "./grade.ts";

export type Graded = {
  case: EvalCase;
  grade: "right" | "wrong" | "declined" | "skipped";
  milliseconds: number;
  outcome?: string;
  reason?: string | null;
  text?: string;
  query?: EvalQuery | undefined;
  /** The query itself is the gold's, and not only its result. */
  hasQuery?: boolean;
  /** One of the offered options is right. */
  isRightAfterOption?: boolean;
  /** The part of what reads questions that was left out. */
  without?: string;
};

/** What can be left out: phrases beside names, the mending of typing errors, words with a role, and common words that may pass. */
export const engineParts = ["phrases", "typos", "roles", "passing"];

/** Prints what each part is worth: the score of all questions without it. */
export function printAblation(all: readonly Graded[]): void {
  for (const part of engineParts)
    printLine(
      `without ${part}`,
      all.filter(({ without, grade }) => without === part && grade !== "skipped"),
    );
}

/** Prints the score as a whole, and by kind, domain and voice. */
export function printReport(all: readonly Graded[]): void {
  const asked = all.filter(({ grade }) => grade !== "skipped");
  if (asked.length < all.length) console.log(`Skipped, as the product has another day: ${all.length - asked.length}`);
  printLine("all", asked);
  for (const field of ["kind", "domain", "voice", "tenant", "today"] as const) {
    const values = [...new Set(asked.map((one) => one.case[field] ?? "none"))].sort();
    if (values.length < 2) continue;
    console.log(`by ${field}`);
    for (const value of values)
      printLine(
        `  ${value}`,
        asked.filter((one) => (one.case[field] ?? "none") === value),
      );
  }
  const times = asked.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(`p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`);
}

/** Prints the score of several ways to answer the same questions beside each other. */
export function printColumns(ways: Readonly<Record<string, readonly Graded[]>>): void {
  const columns = Object.values(ways).map((list) => scoreRows(list.filter(({ grade }) => grade !== "skipped")));
  const cell = (text: string) => text.padEnd(26);
  console.log([cell(""), ...Object.keys(ways).map(cell)].join(""));
  for (const [row, name] of ["right", "within one clarification", "wrong", "rightly none"].entries()) {
    console.log([cell(name), ...columns.map((column) => cell(column[row] ?? ""))].join(""));
  }
}

function scoreRows(list: readonly Graded[]): string[] {
  const answerable = list.filter((one) => one.case.expect === "answer");
  const unanswerable = list.filter((one) => one.case.expect !== "answer");
  const right = answerable.filter(({ grade }) => grade === "right").length;
  const later = answerable.filter(({ isRightAfterOption }) => isRightAfterOption).length;
  return [
    share(right, answerable.length),
    share(right + later, answerable.length),
    share(list.filter(({ grade }) => grade === "wrong").length, list.length),
    share(unanswerable.filter(({ grade }) => grade === "right").length, unanswerable.length),
  ];
}

function printLine(name: string, list: readonly Graded[]): void {
  const answerable = list.filter((one) => one.case.expect === "answer");
  const unanswerable = list.filter((one) => one.case.expect !== "answer");
  const count = (some: readonly Graded[], grade: Graded["grade"]) => some.filter((one) => one.grade === grade).length;
  const right = count(answerable, "right");
  const later = answerable.filter(({ isRightAfterOption }) => isRightAfterOption).length;
  const parts = [
    `${list.length} questions`,
    `right ${share(right, answerable.length)}`,
    `within one clarification ${share(right + later, answerable.length)}`,
    `wrong ${share(count(list, "wrong"), list.length)}`,
    `declined ${share(count(answerable, "declined"), answerable.length)}`,
    `same query ${share(answerable.filter(({ hasQuery }) => hasQuery).length, answerable.length)}`,
    `no-answer right ${share(count(unanswerable, "right"), unanswerable.length)}`,
  ];
  console.log(`${name}: ${parts.join(", ")}`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`;
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}
