import "@mantine/core/styles/Tabs.css";
import type { EntityAction, EntityDescription, EntityRow } from "@console/contracts";
import { Button, Tabs } from "@mantine/core";
import { IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApiError, callApi } from "../../lib/api.ts";
import { useNameOpenThing } from "../../lib/open-thing.ts";
import { read, refetchTopic } from "../../lib/queries.ts";
import { mergeSearch } from "../../lib/search.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { TableCell } from "../data-table/table-cell.tsx";
import type { RowMark } from "../data-table/table-shape.ts";
import detail from "../detail/detail.module.css";
import { shownValue } from "../resource-form/form-values.ts";
import { ResourceForm } from "../resource-form/resource-form.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { backToList, useResourceAddress } from "./resource-address.ts";
import { ResourceFacts, ResourceHeadline } from "./resource-facts.tsx";
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
  const { data: lastRead, error, refetch } = useQuery(read("getEntity", { entity: description.name, id }));
  const isGone = error instanceof ApiError && error.kind === "not_found";
  // What was read before it went is not shown as if it were still there.
  const data = isGone ? undefined : lastRead;
  return (
    <>
      <Link to="." search={mergeSearch(backToList)} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        All {description.many.toLowerCase()}
      </Link>
      {!data && !error && <ShapedSkeleton label={`Loading the ${description.one.toLowerCase()}`} shape="detail" />}
      {!data && isGone && (
        <EmptyState
          title={`This ${description.one.toLowerCase()} is not here`}
          message={error.message}
          actions={null}
        />
      )}
      {!data && error && !isGone && (
        <ReadProblem
          title={`The ${description.one.toLowerCase()} could not be loaded`}
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
  const formats = useFormats();
  const [openAction, setOpenAction] = useState<EntityAction | null>(null);
  const title = String(row[description.title] ?? row.id);
  const heading = headingFor(description, row);
  useNameOpenThing(heading);
  const { main, others, dangers, canChange } = offeredActions(description, row);
  const status = description.fields.find(({ name }) => name === "status");
  const hasHistory = description.isReadOnly !== true;
  const tabNames = ["fields", ...more.map(({ name }) => name), ...(hasHistory ? ["history"] : [])];
  const shownTab = tabNames.includes(tab ?? "") ? (tab ?? "fields") : "fields";
  const isEditing = action === "edit" && canChange;
  return (
    <>
      <section className={detail.card} aria-labelledby="resource-name">
        <div className={detail.head}>
          <div className={classes.marks}>
            <h2 id="resource-name" className={detail.name}>
              {heading}
            </h2>
            {mark}
            {status && (
              <TableCell
                column={{ id: "status", format: "text" }}
                row={{ status: shownValue(status, row.status) }}
                view={{ currency: "USD", formats }}
              />
            )}
          </div>
          <div className={classes.actions}>
            {others.map((one) => (
              <Button key={one.name} size="xs" variant="default" onClick={() => setOpenAction(one)}>
                {one.label}
              </Button>
            ))}
            {buttons}
            {canChange && (
              <Button
                size="xs"
                variant={main ? "default" : "filled"}
                leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => go({ do: "edit", tab: undefined })}
              >
                Edit
              </Button>
            )}
            {main && (
              <Button size="xs" onClick={() => setOpenAction(main)}>
                {main.label}
              </Button>
            )}
          </div>
        </div>
        <ResourceHeadline row={row} description={description} formats={formats} />
      </section>
      <Tabs
        value={shownTab}
        onChange={(next) => go({ tab: next ?? undefined, do: undefined }, { isReplaced: true })}
        keepMounted={false}
        className={detail.tabs}
      >
        {tabNames.length > 1 && (
          <Tabs.List className={detail.tabList}>
            <Tabs.Tab value="fields">Details</Tabs.Tab>
            {more.map(({ name, label }) => (
              <Tabs.Tab key={name} value={name}>
                {label}
              </Tabs.Tab>
            ))}
            {hasHistory && <Tabs.Tab value="history">History</Tabs.Tab>}
          </Tabs.List>
        )}
        <Tabs.Panel value="fields" className={detail.panel}>
          {isEditing ? (
            <EditResource row={row} description={description} />
          ) : (
            <ResourceFacts row={row} description={description} formats={formats} />
          )}
        </Tabs.Panel>
        {more.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name} className={detail.panel}>
            {content()}
          </Tabs.Panel>
        ))}
        {hasHistory && (
          <Tabs.Panel value="history" className={detail.panel}>
            <ResourceHistory description={description} id={String(row.id)} />
          </Tabs.Panel>
        )}
      </Tabs>
      {shownTab === "fields" && !isEditing && <DangerZone actions={dangers} onAction={setOpenAction} />}
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

/** What an opened row is called. */
function headingFor({ heading, title }: EntityDescription, row: EntityRow): string {
  return String((heading && row[heading]) || row[title] || row.id);
}

/** What the reader may do with a row: the main thing, others, and what takes something away. */
function offeredActions(description: EntityDescription, row: EntityRow) {
  const fitting = description.acts.filter(({ when }) => !when || when.values.includes(String(row[when.field])));
  const allowed = row.canAct === false ? [] : fitting;
  const dangers = allowed.filter(({ isDangerous, isDestructive }) => isDangerous || isDestructive);
  const harmless = allowed.filter((one) => !dangers.includes(one));
  const main = harmless.find(({ isMain }) => isMain) ?? null;
  return {
    main,
    others: harmless.filter((one) => one !== main),
    dangers,
    canChange: description.canChange && row.canChange !== false,
  };
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
      onSave={async (fields, stored, isConfirmed) => {
        const version = Number(stored?.version ?? 0);
        const saved = await callApi("updateEntity", {
          entity: description.name,
          id,
          version,
          fields,
          ...(isConfirmed && { isConfirmed }),
        });
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
