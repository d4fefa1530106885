import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { useAddress } from "../../lib/use-address.ts";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

type Props = {
  isPlatform: boolean;
  isTesting: boolean;
  /** What a test shows, in one sentence. */
  hint: string;
  /** The same question once more. */
  onAgain: () => void;
};

/** Asks for the question of a test, and for the tenant where platform admins test; both stand in the address. */
export function QuestionForm({ isPlatform, isTesting, hint, onAgain }: Props) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const question = query.question ?? "";
  const [typed, setTyped] = useState(question);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === question && next !== "") onAgain();
    else go({ question: next || undefined });
  };
  return (
    <>
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
        <Button type="submit" loading={isTesting}>
          Test
        </Button>
      </form>
      {question === "" && <EmptyState title="No question tested yet" message={hint} actions={null} />}
    </>
  );
}
