import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AskBox } from "../../blocks/ask-box/ask-box.tsx";
import { readQuery } from "../../blocks/ask-box/asked-query.ts";
import { TaughtFeedback } from "../../blocks/ask-box/taught-feedback.ts";
import detail from "../../blocks/detail/detail.module.css";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

/** An example is made from an answer: whoever asks changes its chips until it is right, and saves it. */
export function NewExample({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  return (
    <section className={detail.card} aria-labelledby="new-example">
      <h2 id="new-example" className={detail.name}>
        New example
      </h2>
      {query.feedback ? (
        <ExampleFromFeedback feedback={query.feedback} />
      ) : (
        <>
          <p className={classes.help}>
            Ask the question. Change the chips until the answer is right, or ask in other words. Then choose Teach and
            save it as an example.
          </p>
          {isPlatform && (
            <div className={classes.tenant}>
              <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
            </div>
          )}
          <AskBox key={query.tenant} />
        </>
      )}
      <Button variant="default" className={classes.start} onClick={() => go({ do: undefined, feedback: undefined })}>
        All examples
      </Button>
    </section>
  );
}

/** The question of feedback with what it should have been, where its author said so. */
function ExampleFromFeedback({ feedback }: { feedback: string }) {
  const { data, error, refetch } = useQuery(read("readTrainingDraft", { feedback }));
  if (error && !data)
    return <ReadProblem title="The feedback could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShapedSkeleton label="Loading the feedback" shape="detail" />;
  const { question, query, isExpected } = data;
  return (
    <>
      <p className={classes.help}>
        Made from feedback on “{question}”.{" "}
        {isExpected
          ? "The chips are what its author said it should have been."
          : "Its author did not say what it should have been: change the chips until the answer is right."}{" "}
        Choose Teach and save it as an example. It stays a draft until it is approved.
      </p>
      <TaughtFeedback.Provider value={feedback}>
        <AskBox start={question} startQuery={query ? readQuery(query) : undefined} />
      </TaughtFeedback.Provider>
    </>
  );
}
