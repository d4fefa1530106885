import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { QuestionForm } from "./question-form.tsx";
import { QuestionTrace } from "./question-trace.tsx";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

const hint = "Enter a question to see what each of its words becomes, and how sure the reading is.";

/** Tries how a question is read, in a tenant of their choice for platform admins. */
export function QuestionTest({ isPlatform }: { isPlatform: boolean }) {
  const { query } = useAddress<TrainingSearch>(readTrainingSearch);
  const question = query.question ?? "";
  const {
    data: trace,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...read("testQuestion", { question }), enabled: question !== "", staleTime: 0 });
  return (
    <div className={classes.test}>
      <QuestionForm isPlatform={isPlatform} isTesting={isFetching} hint={hint} onAgain={() => void refetch()} />
      {question !== "" && !trace && !error && <ShapedSkeleton label="Reading the question" shape="detail" />}
      {error && <ReadProblem title="The question could not be tested" error={error} onRetry={() => void refetch()} />}
      {trace && !error && <QuestionTrace question={question} trace={trace} />}
    </div>
  );
}
