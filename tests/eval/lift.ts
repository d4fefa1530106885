import { type Asker, gradeAll, requireAsker } from "./ask.ts";
import type { EvalCase } from "./grade.ts";
import type { Graded } from "./report.ts";
import { forget, type Line, teach } from "./teach.ts";

/** Teaches what was corrected, and prints how questions in other voices move. */
export async function printLift(askers: ReadonlyMap<string, Asker>, cases: readonly EvalCase[]): Promise<void> {
  const plain = await gradeAll(askers, cases);
  await printPairs(askers, cases, plain);
  await printRest(askers, cases, plain);
}

/** Teaches the corrections of all voices but one, and prints how that one moves. */
export async function printRest(
  askers: ReadonlyMap<string, Asker>,
  cases: readonly EvalCase[],
  plain: readonly Graded[],
): Promise<void> {
  const after: Graded[] = [];
  for (const voice of listVoices(cases)) {
    const count = await teachCorrections(
      askers,
      plain.filter(({ case: one }) => one.voice !== voice),
    );
    const own = await gradeAll(
      askers,
      cases.filter((one) => one.voice === voice),
    );
    console.log(`${voice}, with ${count} corrections of all others: ${sayMoved(ofVoice(plain, voice), own)}`);
    after.push(...own);
    for (const asker of askers.values()) await forget(asker, "examples");
  }
  console.log(`Each voice with the corrections of all others: ${sayMoved(plain, after)}`);
}

function listVoices(cases: readonly EvalCase[]): string[] {
  return [...new Set(cases.map(({ voice }) => voice ?? ""))].sort();
}

/**
 * Teaches the corrections of one voice at a time as examples, the questions that it was not answered rightly with their
 * right queries, and prints how the questions of all other voices move.
 */
async function printPairs(
  askers: ReadonlyMap<string, Asker>,
  cases: readonly EvalCase[],
  plain: readonly Graded[],
): Promise<void> {
  const voices = listVoices(cases);
  let [lifted, lowered, pairs] = [0, 0, 0];
  let best = { taught: "", voice: "", gain: Number.NEGATIVE_INFINITY, text: "" };
  for (const taught of voices) {
    const count = await teachCorrections(
      askers,
      plain.filter(({ case: one }) => one.voice === taught),
    );
    const others = cases.filter(({ voice }) => voice !== taught);
    const after = await gradeAll(askers, others);
    const before = plain.filter(({ case: one }) => one.voice !== taught);
    console.log(`${taught}, ${count} corrections: all others ${sayMoved(before, after)}`);
    for (const voice of voices.filter((one) => one !== taught)) {
      const [was, is] = [ofVoice(before, voice), ofVoice(after, voice)];
      const gain = countRight(is) - countRight(was);
      pairs++;
      if (gain > 0) lifted++;
      if (gain < 0) lowered++;
      if (gain > best.gain) best = { taught, voice, gain, text: sayMoved(was, is) };
    }
    for (const asker of askers.values()) await forget(asker, "examples");
  }
  console.log(`Of ${pairs} pairs of voices ${lifted} were lifted and ${lowered} lowered.`);
  console.log(`Most: the corrections of ${best.taught} for ${best.voice}: ${best.text}`);
}

/** Teaches the questions that were not answered rightly with their right queries; gives how many were taken. */
async function teachCorrections(askers: ReadonlyMap<string, Asker>, asked: readonly Graded[]): Promise<number> {
  const byAsker = new Map<Asker, Line[]>();
  for (const { case: one, grade } of asked) {
    // A follow-up means nothing without the question before it.
    if (grade === "right" || !one.query || one.context) continue;
    const asker = requireAsker(askers, one);
    const line = { question: one.question, query: JSON.stringify(one.query) };
    byAsker.set(asker, [...(byAsker.get(asker) ?? []), line]);
  }
  let count = 0;
  for (const [asker, lines] of byAsker) count += await teach(asker, "examples", lines);
  return count;
}

function ofVoice(graded: readonly Graded[], voice: string): Graded[] {
  return graded.filter(({ case: one }) => one.voice === voice);
}

function countRight(graded: readonly Graded[]): number {
  return graded.filter(({ case: one, grade }) => one.expect === "answer" && grade === "right").length;
}

/** How questions were answered before and after, in shares. */
export function sayMoved(before: readonly Graded[], after: readonly Graded[]): string {
  const answerable = before.filter(({ case: one }) => one.expect === "answer").length;
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const wrong = (graded: readonly Graded[]) => graded.filter(({ grade }) => grade === "wrong").length;
  const right = `right ${share(countRight(before), answerable)} → ${share(countRight(after), answerable)}`;
  return `${right}, wrong ${share(wrong(before), before.length)} → ${share(wrong(after), after.length)}`;
}
