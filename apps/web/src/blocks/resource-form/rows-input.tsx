import type { EntityField, EntityValue } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { listTexts } from "./form-values.ts";
import { ReferenceInput } from "./reference-input.tsx";
import classes from "./resource-form.module.css";

type Origin = NonNullable<EntityField["choicesFrom"]>;
type Props = {
  field: EntityField;
  from: Origin;
  value: EntityValue;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  onChange: (next: EntityValue) => void;
};

/** Several rows of another entity: each is found by typing a part of its name, and can be taken out again. */
export function RowsInput({ field, from, value, error, isDisabled, onChange }: Props) {
  const chosen = listTexts(value);
  return (
    <div className={classes.group}>
      <ReferenceInput
        // An input that has done its work begins anew.
        key={chosen.length}
        label={field.label}
        description={field.help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        error={error}
        to={from}
        isDisabled={isDisabled}
        value=""
        onChange={(id) => {
          if (id && !chosen.includes(id)) onChange([...chosen, id]);
        }}
      />
      {chosen.length > 0 && (
        <ul className={classes.rows} aria-label={`${field.label} chosen`}>
          {chosen.map((id) => (
            <li key={id}>
              <ChosenRow
                id={id}
                from={from}
                isDisabled={isDisabled === true}
                onRemove={() => onChange(chosen.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ChosenRow({
  id,
  from,
  isDisabled,
  onRemove,
}: {
  id: string;
  from: Origin;
  isDisabled: boolean;
  onRemove: () => void;
}) {
  const { data } = useQuery(read("getEntity", { entity: from.entity, id }));
  const name = String(data?.[from.by] ?? id);
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      aria-label={`Remove ${name}`}
      rightSection={<IconX size={14} stroke={1.5} aria-hidden="true" />}
      onClick={onRemove}
    >
      {name}
    </Button>
  );
}
