import type { EntityRow } from "@console/contracts";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { mergeSearch } from "../../lib/search.ts";
import { RunsTab } from "./runs-tab.tsx";

/** Sets of questions with what is right to answer, and how they were answered. */
export function EvaluationView() {
  return (
    <ResourcePage
      entity="evaluation-sets"
      buttons={(row) => <QuestionLinks set={row} />}
      tabs={(row) => [{ name: "runs", label: "Runs", content: () => <RunsTab set={String(row.id)} /> }]}
    />
  );
}

function QuestionLinks({ set }: { set: EntityRow }) {
  const id = String(set.id);
  const list = { view: "questions", row: undefined, tab: undefined, run: undefined, set: id } as const;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => (
          <Link to="." search={mergeSearch({ ...list, do: undefined, filter: [`setId:${id}`] })} {...props} />
        )}
      >
        Questions
      </Button>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => <Link to="." search={mergeSearch({ ...list, do: "new" })} {...props} />}
      >
        Add question
      </Button>
    </>
  );
}
