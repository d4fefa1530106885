import type { EntityDescription, EntityRow } from "@console/contracts";
import type { ReactNode } from "react";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import detail from "../detail/detail.module.css";
import { type FormValues, initialValues } from "../resource-form/form-values.ts";
import { ResourceForm } from "../resource-form/resource-form.tsx";
import { useResourceAddress } from "./resource-address.ts";

type Props = {
  description: EntityDescription;
  /** What is known of the row already. */
  presetValues?: FormValues;
  /** What is saved with it and stands in no field of the form. */
  hiddenValues?: FormValues;
  /** What is said under the fields about what stands in them. */
  remark?: (values: FormValues) => ReactNode;
  /** Where it goes on with the row that was made, or null where none was; to the row itself when left out. */
  onEnd?: (row: EntityRow | null) => void;
};

/** The form of a new row. */
export function NewResource({ description, presetValues, hiddenValues, remark, onEnd }: Props) {
  const { go } = useResourceAddress();
  const end = onEnd ?? ((row) => go({ do: undefined, ...(row && { row: String(row.id) }) }));
  const name = `New ${description.one.toLowerCase()}`;
  return (
    <section className={detail.card} aria-labelledby="new-resource">
      <h2 id="new-resource" className={detail.name}>
        {name}
      </h2>
      <ResourceForm
        name={name}
        fields={description.fields.filter(({ isGiven }) => isGiven)}
        stored={null}
        initialValues={{ ...initialValues(description), ...presetValues }}
        remark={remark}
        saveLabel={`Create ${description.one.toLowerCase()}`}
        onCancel={() => end(null)}
        onSave={async (fields, _, isConfirmed) => {
          const row = await callApi("createEntity", {
            entity: description.name,
            fields: { ...fields, ...hiddenValues },
            ...(isConfirmed && { isConfirmed }),
          });
          void refetchTopic("entities");
          showToast({
            title: String(row[description.title] ?? row.id),
            message: `The ${description.one.toLowerCase()} was created.`,
            type: "success",
          });
          end(row);
        }}
      />
    </section>
  );
}
