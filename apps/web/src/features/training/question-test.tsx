import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { QuestionTrace } from "./question-trace.tsx";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

/** Tries how a question is read, in a tenant of their choice for platform admins. */
export function QuestionTest({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const question = query.question ?? "";
  const [typed, setTyped] = useState(question);
  const {
    data: trace,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...read("testQuestion", { question }), enabled: question !== "", staleTime: 0 });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === question && next !== "") void refetch();
    else go({ question: next || undefined });
  };
  return (
    <div className={classes.test}>
      <form className={classes.form} onSubmit={submit}>
        {isPlatform && (
          <div className={classes.tenant}>
            <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
          </div>
        )}
        <TextInput
          label="Question"
          className={classes.question}
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
          message="Enter a question to see what each of its words becomes, and how sure the reading is."
          actions={null}
        />
      )}
      {question !== "" && !trace && !error && <ShapedSkeleton label="Reading the question" shape="detail" />}
      {error && <ReadProblem title="The question could not be tested" error={error} onRetry={() => void refetch()} />}
      {trace && !error && <QuestionTrace question={question} trace={trace} />}
    </div>
  );
}
