import type { MissingReport, ReportSummary } from "@console/contracts";

type ReportMatch = { report: ReportSummary /** What of it matched, when that is not its name. */; why: string | null };

/** The reports that a text is found in, best first; without a text favourites, then those looked at last. */
export function findReports(reports: readonly ReportSummary[], text: string): ReportMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = reports.flatMap((report): (ReportMatch & { rank: number })[] => {
    const name = `${report.title} ${report.question}`.toLowerCase();
    if (words.every((word) => name.includes(word))) return [{ report, why: null, rank: 0 }];
    const match = report.words.find((one) => words.every((word) => one.toLowerCase().includes(word)));
    return match ? [{ report, why: match, rank: 1 }] : [];
  });
  return matches
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        Number(other.report.isFavourite) - Number(one.report.isFavourite) ||
        (other.report.viewedAt ?? "").localeCompare(one.report.viewedAt ?? ""),
    )
    .map(({ report, why }) => ({ report, why }));
}

/** The reports without a source that a text is found in. */
export function findMissing(reports: readonly MissingReport[], text: string): MissingReport[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter(({ title, question, sources }) => {
    const name = `${title} ${question} ${sources.join(" ")}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
