import "@mantine/core/styles/Input.css";
import { type ManagedModel, mostTrialQuestions, usualTrialQuestions } from "@console/contracts";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./models.module.css";

type Props = { isBusy: boolean; onStarted: (trial: string) => void };
type Side = { model: string; instructions: string };

const longestInstructions = 4000;

/** Chooses what is evaluated beside each other; begins with what answers by default. */
export function TrialForm(props: Props) {
  const models = useQuery(read("listManagedModels", {}));
  const policy = useQuery(read("getModelPolicy", { tenantId: "all" }));
  const sets = useQuery(read("listEntity", { entity: "evaluation-sets" }));
  const error = models.error ?? policy.error ?? sets.error;
  if (models.data && policy.data && sets.data) {
    const usable = models.data.items.filter(({ canAnswer }) => canAnswer);
    if (usable.length === 0)
      return <p className={classes.quiet}>No model can answer yet. Set up a model server first.</p>;
    const { defaultModel, instructions } = policy.data.policy;
    const first = usable.some(({ id }) => id === defaultModel) ? defaultModel : usable[0]?.id;
    const second = usable.find(({ id }) => id !== first)?.id ?? first;
    return (
      <Fields
        {...props}
        models={usable}
        sets={sets.data.items.map(({ id, name }) => ({ value: String(id), label: String(name) }))}
        a={{ model: first ?? "", instructions }}
        b={{ model: second ?? "", instructions }}
      />
    );
  }
  if (!error) return <ShapedSkeleton label="Loading models" shape="form" />;
  const again = () => {
    for (const one of [models, policy, sets]) void one.refetch();
  };
  return <ReadProblem title="Models could not be loaded" error={error} onRetry={again} />;
}

type FieldsProps = Props & {
  models: readonly ManagedModel[];
  sets: readonly { value: string; label: string }[];
  a: Side;
  b: Side;
};

function Fields({ isBusy, onStarted, models, sets, a, b }: FieldsProps) {
  const start = useWrite("startModelTrial");
  const form = useAppForm({
    initialValues: {
      a: a.model,
      instructionsA: a.instructions,
      b: b.model,
      instructionsB: b.instructions,
      set: "",
      questions: String(usualTrialQuestions),
    },
    check(values) {
      const count = Number(values.questions);
      const isRight = Number.isInteger(count) && count >= 1 && count <= mostTrialQuestions;
      const isSame = values.a === values.b && values.instructionsA.trim() === values.instructionsB.trim();
      return {
        ...(!isRight && { questions: `Enter a number from 1 to ${mostTrialQuestions}.` }),
        ...(isSame && { b: "Choose another model or other instructions." }),
      };
    },
  });
  const choices = models.map(({ id, name, provider }) => ({ value: id, label: `${name} on ${provider.name}` }));
  const order = ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[];
  return (
    <form
      ref={form.element}
      className={classes.form}
      noValidate
      onSubmit={form.submit(async (values) => {
        const { id } = await start.mutateAsync({
          a: { model: values.a, instructions: values.instructionsA.trim() },
          b: { model: values.b, instructions: values.instructionsB.trim() },
          questions: Number(values.questions),
          ...(values.set !== "" && { set: values.set }),
        });
        onStarted(id);
      })}
    >
      <p className={classes.quiet}>
        Both answer the same evaluation questions, one after the other. It may take several minutes, and the models are
        busy meanwhile.
      </p>
      <div className={classes.sides}>
        <div className={classes.group}>
          <NativeSelect label="First model" data={choices} {...form.getInputProps("a")} />
          <Textarea
            label="First instructions"
            rows={3}
            maxLength={longestInstructions}
            {...form.getInputProps("instructionsA")}
          />
        </div>
        <div className={classes.group}>
          <NativeSelect label="Second model" data={choices} {...form.getInputProps("b")} />
          <Textarea
            label="Second instructions"
            rows={3}
            maxLength={longestInstructions}
            {...form.getInputProps("instructionsB")}
          />
        </div>
        <NativeSelect
          label="Questions of"
          data={[{ value: "", label: "All evaluation sets" }, ...sets]}
          {...form.getInputProps("set")}
        />
        <TextInput
          label="How many"
          description={`Up to ${mostTrialQuestions}.`}
          inputWrapperOrder={order}
          inputMode="numeric"
          {...form.getInputProps("questions")}
        />
      </div>
      {form.failure && (
        <p role="alert" className={dialog.problem}>
          {form.failure.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={start.isPending} disabled={isBusy}>
          Start evaluation
        </Button>
        {isBusy && <span className={classes.quiet}>One is running. Wait until it is done, or cancel it.</span>}
      </div>
    </form>
  );
}
