import type { AskAnswer } from "@console/contracts";
import { SharedTable } from "./shared-table.tsx";

/** The figures of an answer as its file has them: nobody has checked them, and nothing is opened from them. */
export function ImportedFigures({ answer: { result, query }, question }: { answer: AskAnswer; question: string }) {
  if (!result) return null;
  const grain = typeof query?.grain === "string" ? query.grain : null;
  return <SharedTable table={{ ...result, grain }} name={`Figures: ${question}`} />;
}
