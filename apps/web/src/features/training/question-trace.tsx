import type { QuestionTest as Trace } from "@console/contracts";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { type RightOutcome, SaveAsTest } from "./save-as-test.tsx";
import classes from "./training.module.css";

type Candidate = Trace["candidates"][number];
type Reading = Trace["readings"][number];

const outcomes = { answer: "Answered", clarify: "Asked back", refuse: "Not answered" };

const candidateColumns: PlainColumn<Candidate>[] = [
  { id: "words", label: "Words", isHeader: true, cell: ({ words }) => words },
  { id: "label", label: "May mean", cell: ({ label }) => label },
  { id: "taught", label: "From", cell: ({ isTaught }) => (isTaught ? "Training" : "Product") },
  { id: "score", label: "Score", isNumeric: true, cell: ({ score }) => score.toFixed(2) },
];

const readingColumns: PlainColumn<Reading>[] = [
  { id: "label", label: "Reading", isHeader: true, cell: ({ label }) => label },
  {
    id: "missing",
    label: "Left open",
    cell: ({ unexplained, problems }) => [...unexplained.map((word) => `“${word}”`), ...problems].join(", ") || "–",
  },
  { id: "score", label: "Score", isNumeric: true, cell: ({ score }) => score.toFixed(2) },
];

/** Every step of a reading, from the outcome back to the words. */
export function QuestionTrace({ question, trace }: { question: string; trace: Trace }) {
  const { answer, words, candidates, readings, margin, neededMargin, changes, training } = trace;
  return (
    <div className={classes.trace}>
      <section aria-labelledby="test-outcome" className={classes.step}>
        <h2 id="test-outcome">Outcome: {outcomes[answer.outcome]}</h2>
        <p>{answer.text}</p>
        {answer.assumptions.length > 0 && (
          <p className={classes.quiet}>Taken to be meant: {answer.assumptions.map(({ label }) => label).join(", ")}</p>
        )}
        {training.length > 0 && (
          <p className={classes.quiet}>
            Training used: {training.map(({ kind, label }) => `${kind} “${label}”`).join(", ")}
          </p>
        )}
        <p className={classes.quiet}>Right as it is? Keep it in an evaluation set, so that it stays right.</p>
        <SaveAsTest question={question} right={rightFrom(answer)} />
      </section>
      {changes.length > 0 && (
        <section aria-labelledby="test-changes" className={classes.step}>
          <h2 id="test-changes">What would change it</h2>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      )}
      {words.length > 0 && (
        <section aria-labelledby="test-words" className={classes.step}>
          <h2 id="test-words">Words</h2>
          <ol className={classes.words}>
            {words.map(({ text, word, isMended, became }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice, each in its place
              <li key={place} data-open={became === null || undefined}>
                <strong>{text}</strong>
                {isMended && <span className={classes.quiet}>read as {word}</span>}
                <span className={classes.quiet}>{became ?? "no meaning"}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {readings.length > 0 && (
        <section aria-labelledby="test-readings" className={classes.step}>
          <h2 id="test-readings">Readings</h2>
          {margin !== null && (
            <p className={classes.quiet}>
              The first is ahead by {margin.toFixed(2)}; {neededMargin.toFixed(2)} is needed to answer without asking
              back.
            </p>
          )}
          <WideTable name="Readings" columns={readingColumns} rows={readings} rowKey={keyForReading} />
        </section>
      )}
      {candidates.length > 0 && (
        <section aria-labelledby="test-candidates" className={classes.step}>
          <h2 id="test-candidates">Candidates</h2>
          <WideTable name="Candidates" columns={candidateColumns} rows={candidates} rowKey={keyForCandidate} />
        </section>
      )}
    </div>
  );
}

/** The outcome of a question as it is kept for a test. */
function rightFrom({ outcome, query }: Trace["answer"]): RightOutcome {
  return { expected: outcome, ...(outcome === "answer" && query && { query: JSON.stringify(query) }) };
}

function keyForReading({ label, score, parts }: Reading): string {
  return JSON.stringify([label, score, parts]);
}

function keyForCandidate({ words, kind, label, score }: Candidate): string {
  return JSON.stringify([words, kind, label, score]);
}
