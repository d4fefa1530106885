import type { RetrievalTest as Outcome } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describePlace, PassageText } from "../../../blocks/passage/passage-text.tsx";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { QuestionForm } from "../question-form.tsx";
import { SaveAsTest } from "../save-as-test.tsx";
import training from "../training.module.css";
import { readTrainingSearch, type TrainingSearch } from "../training-search.ts";
import classes from "./documents.module.css";

const hint = "Enter a question to see which passages it finds, and why.";

/** Shows which passages a question finds and why, in a tenant of their choice for platform admins. */
export function RetrievalTest({ isPlatform }: { isPlatform: boolean }) {
  const { query } = useAddress<TrainingSearch>(readTrainingSearch);
  const question = query.question ?? "";
  const search = useQuery({ ...read("testRetrieval", { question }), enabled: question !== "", staleTime: 0 });
  const again = () => void search.refetch();
  return (
    <div className={training.test}>
      <QuestionForm isPlatform={isPlatform} isTesting={search.isFetching} hint={hint} onAgain={again} />
      {question !== "" && search.isPending && <ShapedSkeleton label="Searching the documents" shape="detail" />}
      {search.error && <ReadProblem title="The documents could not be searched" error={search.error} onRetry={again} />}
      {search.data && !search.error && <Hits question={question} outcome={search.data} />}
    </div>
  );
}

function Hits({ question, outcome }: { question: string; outcome: Outcome }) {
  const { words, hits, neededCoverage } = outcome;
  const [tested, setTested] = useState<string | null>(null);
  return (
    <>
      {words.length > 0 && (
        <section className={training.step} aria-labelledby="retrieval-words">
          <h2 id="retrieval-words">Words</h2>
          <ol className={training.words}>
            {words.map(({ typed, word, isMended, others }) => (
              <li key={typed}>
                <strong>{typed}</strong>
                <span className={training.quiet}>{isMended ? `read as ${word}` : word}</span>
                {others.length > 0 && <span className={training.quiet}>also {others.join(", ")}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {hits.length === 0 && (
        <EmptyState
          title="No passages found"
          message="No searchable document mentions these words. Add one, or teach a word that stands for one of them."
          actions={null}
        />
      )}
      <ol className={classes.passages} aria-label="Passages">
        {hits.map((hit, place) => (
          <li key={hit.passage} className={classes.passage} data-state={hit.says ? "found" : "off"}>
            <div className={classes.passageHead}>
              <p>
                <strong>
                  {place + 1}. {hit.title}
                </strong>
              </p>
              <p className={classes.mark}>
                Score {hit.score.toFixed(2)}, speaks of {Math.round(hit.coverage * 100)}%
              </p>
            </div>
            <p className={classes.quiet}>
              {[describePlace(hit), hit.scope === "platform" ? "Shared by the platform" : ""]
                .filter(Boolean)
                .join(", ")}
            </p>
            <PassageText kind={hit.kind} content={hit.content} />
            <p className={classes.quiet}>
              Found by {hit.words.map((word) => `“${word}”`).join(", ")}.{" "}
              {hit.says
                ? "It can be an answer."
                : `It is not an answer: at least ${Math.round(neededCoverage * 100)}% of the question is needed.`}
            </p>
            {tested === hit.passage ? (
              <SaveAsTest question={question} right={{ expected: "passage", passage: nameHit(hit) }} />
            ) : (
              <Button
                size="xs"
                variant="default"
                className={classes.start}
                aria-label={`Should be found: ${place + 1}. ${hit.title}`}
                onClick={() => setTested(hit.passage)}
              >
                Should be found
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A passage as a test names it. */
function nameHit({ document, passage }: Outcome["hits"][number]): string {
  return JSON.stringify({ document, passage });
}
