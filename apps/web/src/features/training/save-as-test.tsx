import type { ExpectedOutcome } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ReferenceInput } from "../../blocks/resource-form/reference-input.tsx";
import { ApiError, callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./training.module.css";

const sets = { entity: "evaluation-sets", by: "name" };

/** What is right for a question: an outcome, with the query or the passage that belongs to it as text. */
export type RightOutcome = { expected: ExpectedOutcome; query?: string; passage?: string };

/** Keeps a question with what is right for it in an evaluation set, so that it stays right. */
export function SaveAsTest({ question, right }: { question: string; right: RightOutcome }) {
  const [set, setSet] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      await callApi("createEntity", { entity: "evaluation-cases", fields: { question, setId: set, ...right } });
      void refetchTopic("entities");
      showToast({ title: question, message: "Saved to the evaluation set.", type: "success" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [told = error.message] = Object.values(error.fields);
      setProblem(told);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={classes.form}>
      <ReferenceInput
        to={sets}
        label="Evaluation set"
        placeholder="Choose a set"
        value={set}
        error={problem ?? undefined}
        onChange={(id) => {
          setSet(id);
          setProblem(null);
        }}
      />
      <Button variant="default" loading={isSaving} disabled={set === ""} onClick={() => void save()}>
        Save as test
      </Button>
    </div>
  );
}
