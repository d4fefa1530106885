import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import classes from "./assistant-drawer.module.css";

/** The prompts that a person has kept. */
export function OwnPromptsPart() {
  const { data, error, refetch } = useQuery(read("listPrompts", {}));
  const remove = useWrite("removePrompt");
  const own = data?.items.filter(({ isOwn }) => isOwn);
  return (
    <section className={classes.part}>
      <h3>Your prompts</h3>
      {error && !data && (
        <ReadProblem heading="h3" title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {own?.length === 0 && (
        <p className={classes.quiet}>You have kept none. Choose “Save as prompt” below a question of yours.</p>
      )}
      {own && own.length > 0 && (
        <ul className={classes.notes} aria-label="Your prompts">
          {own.map(({ id, name, text }) => (
            <li key={id} className={classes.note}>
              <span dir="auto" title={text}>
                {name}
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Remove: ${name}`}
                loading={remove.isPending && remove.variables.prompt === id}
                onClick={() =>
                  remove.mutate({ prompt: id }, { onError: (failure) => showFailure("Prompt not removed", failure) })
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
