import type { EntityDescription } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import type { FormValues } from "../../blocks/resource-form/form-values.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";

type Props = {
  entity: "words" | "answers";
  description: EntityDescription;
  feedback: string;
  preset: FormValues;
};

/** A word or a verified answer that is made from feedback: what the feedback says is filled in, and it waits for approval. */
export function DraftFromFeedback({ entity, description, feedback, preset }: Props) {
  const { data, error, refetch } = useQuery(read("readTrainingDraft", { feedback }));
  if (error && !data)
    return <ReadProblem title="The feedback could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShapedSkeleton label="Loading the feedback" shape="detail" />;
  const { question, query, words, tenant } = data;
  const [word] = words;
  const known: FormValues = {
    ...(tenant && { tenantId: tenant }),
    ...(entity === "answers" && { question }),
    ...(entity === "words" && word !== undefined && { word }),
    ...preset,
  };
  return (
    <NewResource
      description={description}
      presetValues={known}
      hiddenValues={{ feedbackId: feedback, ...(entity === "answers" && query && { query: JSON.stringify(query) }) }}
      remark={() => (
        <p>
          Made from feedback on “{question}”. It is saved as a draft: try it, then approve it. Whoever gave the feedback
          is told once the question is answered as expected.
        </p>
      )}
    />
  );
}
