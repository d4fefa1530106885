import { type ChatModel, noModel } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import classes from "./chat.module.css";

type Props = {
  models: readonly ChatModel[];
  model: string | undefined;
  onModel: (model: string) => void;
  /** The second model that answers the next question; absent where none does. */
  compareWith: string | undefined;
  onCompare: (model: string | undefined) => void;
};

/** The model that answers, and another one whose answer stands beside it. */
export function ModelChoice({ models, model, onModel, compareWith, onCompare }: Props) {
  const others = models.filter(({ id }) => id !== model);
  if (models.length === 0) return null;
  return (
    <>
      <NativeSelect
        aria-label="Model"
        className={classes.model}
        value={model ?? noModel}
        data={[
          { value: noModel, label: "Without a model" },
          ...models.map((one) => ({ value: one.id, label: nameModel(one, models) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value === noModel || value === compareWith) onCompare(undefined);
          onModel(value);
        }}
      />
      {model !== undefined && model !== noModel && others.length > 0 && (
        <NativeSelect
          aria-label="Compare with"
          className={classes.model}
          value={compareWith ?? ""}
          data={[
            { value: "", label: "Compare with …" },
            ...others.map((one) => ({ value: one.id, label: nameModel(one, models) })),
          ]}
          onChange={({ currentTarget: { value } }) => onCompare(value === "" ? undefined : value)}
        />
      )}
    </>
  );
}

/** A model with what choosing it costs, and its server where several have a model of that name. */
function nameModel({ id, name, provider, isCloud, firstWordMs }: ChatModel, models: readonly ChatModel[]): string {
  const facts = [
    ...(models.some((other) => other.name === name && other.id !== id) ? [`on ${provider}`] : []),
    ...(firstWordMs === null ? [] : [`first word in ${(firstWordMs / 1000).toFixed(1)} s`]),
    ...(isCloud ? ["cloud"] : []),
  ];
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}
