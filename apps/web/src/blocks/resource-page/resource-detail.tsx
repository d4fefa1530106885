import "@mantine/core/styles/Tabs.css";
import type { EntityAction, EntityDescription, EntityField, EntityRow } from "@console/contracts";
import { type FormatChoices, formatCell, formatInstant, ownFormats } from "@console/figures/format";
import { Button, Tabs } from "@mantine/core";
import { IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApiError, callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { mergeSearch } from "../../lib/search.ts";
import { showToast } from "../../lib/toasts.ts";
import { TableCell } from "../data-table/table-cell.tsx";
import type { RowMark } from "../data-table/table-shape.ts";
import detail from "../detail/detail.module.css";
import { shownIn, shownValue } from "../resource-form/form-values.ts";
import { ResourceForm } from "../resource-form/resource-form.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { backToList, useResourceAddress } from "./resource-address.ts";
import { ResourceHistory } from "./resource-history.tsx";
import classes from "./resource-page.module.css";

/** One more thing that is shown of a row. */
export type ResourceTab = { name: string; label: string; content: () => ReactNode };

type Props = {
  id: string;
  description: EntityDescription;
  tabs?: ((row: EntityRow, description: EntityDescription) => readonly ResourceTab[]) | undefined;
  buttons?: ((row: EntityRow, description: EntityDescription) => ReactNode) | undefined;
  mark?: RowMark | undefined;
};

/** One row with all its fields, what can be done to it, and what was. */
export function ResourceDetail({ id, description, tabs, buttons, mark }: Props) {
  const { data, error, refetch } = useQuery(read("getEntity", { entity: description.name, id }));
  const isGone = error instanceof ApiError && error.kind === "not_found";
  return (
    <>
      <Link to="." search={mergeSearch(backToList)} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        All {description.many.toLowerCase()}
      </Link>
      {!data && !error && (
        <Skeleton label={`Loading the ${description.one.toLowerCase()}`} lines={[40, 70, 100, 100]} />
      )}
      {!data && isGone && (
        <EmptyState
          title={`This ${description.one.toLowerCase()} is not here`}
          message={error.message}
          actions={null}
        />
      )}
      {!data && error && !isGone && (
        <ReadProblem
          title={`The ${description.one.toLowerCase()} could not be read`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <Opened
          row={data}
          description={description}
          more={tabs?.(data, description) ?? []}
          buttons={buttons?.(data, description)}
          mark={mark?.(data)}
        />
      )}
    </>
  );
}

type OpenedProps = {
  row: EntityRow;
  description: EntityDescription;
  more: readonly ResourceTab[];
  buttons: ReactNode;
  mark: ReactNode;
};

function Opened({ row, description, more, buttons, mark }: OpenedProps) {
  const { tab, go, action } = useResourceAddress();
  const formats = useAuth().user ?? ownFormats;
  const [openAction, setOpenAction] = useState<EntityAction | null>(null);
  const title = String(row[description.title] ?? row.id);
  const actions = description.acts.filter(({ when }) => !when || when.values.includes(String(row[when.field])));
  const status = description.fields.find(({ name }) => name === "status");
  const tabNames = ["fields", ...more.map(({ name }) => name), "history"];
  return (
    <>
      <section className={detail.card} aria-labelledby="resource-name">
        <div className={detail.head}>
          <h2 id="resource-name" className={detail.name}>
            {title}
          </h2>
          <div className={classes.marks}>
            {mark}
            {status && (
              <TableCell
                column={{ id: "status", format: "text" }}
                row={{ status: shownValue(status, row.status) }}
                view={{ currency: "USD", formats, timeZone: "UTC" }}
              />
            )}
          </div>
        </div>
        <div className={classes.actions}>
          {description.canChange && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => go({ do: "edit", tab: undefined })}
            >
              Edit
            </Button>
          )}
          {actions.map((one) => (
            <Button
              key={one.name}
              size="xs"
              variant="default"
              {...(one.isDangerous && { color: "red" })}
              onClick={() => setOpenAction(one)}
            >
              {one.label}
            </Button>
          ))}
          {buttons}
        </div>
      </section>
      <Tabs
        value={tabNames.includes(tab ?? "") ? (tab ?? "fields") : "fields"}
        onChange={(next) => go({ tab: next ?? undefined, do: undefined }, { isReplaced: true })}
        keepMounted={false}
        className={detail.tabs}
      >
        <Tabs.List className={detail.tabList}>
          <Tabs.Tab value="fields">Details</Tabs.Tab>
          {more.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" className={detail.panel}>
          {action === "edit" && description.canChange ? (
            <EditResource row={row} description={description} />
          ) : (
            <Facts row={row} fields={description.fields} formats={formats} />
          )}
        </Tabs.Panel>
        {more.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name} className={detail.panel}>
            {content()}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history" className={detail.panel}>
          <ResourceHistory description={description} id={String(row.id)} />
        </Tabs.Panel>
      </Tabs>
      {openAction && (
        <ActionDialog
          description={description}
          action={openAction}
          meant={{ count: 1, ids: [String(row.id)], title, row }}
          onClose={() => setOpenAction(null)}
        />
      )}
    </>
  );
}

function EditResource({ row, description }: { row: EntityRow; description: EntityDescription }) {
  const { go } = useResourceAddress();
  const [id] = useState(String(row.id));
  // The form keeps the row as it was opened: what others change meanwhile is shown when it is saved.
  const [opened] = useState(row);
  return (
    <ResourceForm
      name={`Edit ${String(row[description.title] ?? id)}`}
      fields={description.fields.filter(({ isChanged }) => isChanged)}
      stored={opened}
      saveLabel="Save changes"
      onCancel={() => go({ do: undefined })}
      onReadAgain={() => callApi("getEntity", { entity: description.name, id })}
      onSave={async (fields, stored) => {
        const version = Number(stored?.version ?? 0);
        const saved = await callApi("updateEntity", { entity: description.name, id, version, fields });
        void refetchTopic("entities");
        showToast({
          title: String(saved[description.title] ?? id),
          message: "Your changes are saved.",
          type: "success",
        });
        go({ do: undefined });
      }}
    />
  );
}

function Facts({ row, fields, formats }: { row: EntityRow; fields: readonly EntityField[]; formats: FormatChoices }) {
  return (
    <dl className={detail.facts}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>{toFact(field, row, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

function toFact(field: EntityField, row: EntityRow, formats: FormatChoices): ReactNode {
  const value = row[field.name] ?? null;
  if (field.type === "picture") return typeof value === "string" && value ? <img src={value} alt={field.label} /> : "–";
  if (field.type === "instant" && typeof value === "string") return formatInstant(value, formats);
  if (typeof value === "number" || field.type === "day") {
    const plain = typeof value === "object" ? null : value;
    return formatCell(plain, field.type, { currency: "USD", formats, timeZone: "UTC" });
  }
  return shownIn(field, row);
}
