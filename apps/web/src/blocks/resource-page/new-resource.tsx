import type { EntityDescription } from "@console/contracts";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import detail from "../detail/detail.module.css";
import { ResourceForm } from "../resource-form/resource-form.tsx";
import { useResourceAddress } from "./resource-address.ts";

/** The form of a new row. */
export function NewResource({ description }: { description: EntityDescription }) {
  const { go } = useResourceAddress();
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
        saveLabel={`Make ${description.one.toLowerCase()}`}
        onCancel={() => go({ do: undefined })}
        onSave={async (fields) => {
          const row = await callApi("createEntity", { entity: description.name, fields });
          void refetchTopic("entities");
          showToast({
            title: String(row[description.title] ?? row.id),
            message: `The ${description.one.toLowerCase()} is made.`,
            type: "success",
          });
          go({ do: undefined, row: String(row.id) });
        }}
      />
    </section>
  );
}
