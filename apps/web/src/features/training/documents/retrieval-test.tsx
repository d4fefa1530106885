import "@mantine/core/styles/Input.css";
import type { RetrievalTest as Outcome } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { describePlace, PassageText } from "../../../blocks/passage/passage-text.tsx";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import training from "../training.module.css";
import { readTrainingSearch, type TrainingSearch } from "../training-search.ts";
import classes from "./documents.module.css";

/** Shows which passages a question finds and why, in a tenant of their choice for platform admins. */
export function RetrievalTest({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const question = query.question ?? "";
  const [typed, setTyped] = useState(question);
  const { data, error, isFetching, refetch } = useQuery({
    ...read("testRetrieval", { question }),
    enabled: question !== "",
    staleTime: 0,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === question && next !== "") void refetch();
    else go({ question: next || undefined });
  };
  return (
    <div className={training.test}>
      <form className={training.form} onSubmit={submit}>
        {isPlatform && (
          <div className={training.tenant}>
            <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
          </div>
        )}
        <TextInput
          label="Question"
          className={training.question}
          maxLength={500}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" loading={isFetching}>
          Test
        </Button>
      </form>
      {question === "" && (
        <EmptyState
          title="No question tested yet"
          message="Enter a question to see which passages it finds, and why."
          actions={null}
        />
      )}
      {question !== "" && !data && !error && <ShapedSkeleton label="Searching the documents" shape="detail" />}
      {error && (
        <ReadProblem title="The documents could not be searched" error={error} onRetry={() => void refetch()} />
      )}
      {data && !error && <Hits outcome={data} />}
    </div>
  );
}

function Hits({ outcome: { words, hits, neededCoverage } }: { outcome: Outcome }) {
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
          message="No document that can be found speaks of these words. Add one, or teach a word that stands for one of them."
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
          </li>
        ))}
      </ol>
    </>
  );
}
