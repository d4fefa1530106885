import "@mantine/core/styles/Input.css";
import type { OwnField } from "@console/contracts";
import { formatNumber } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import dialog from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { PlainTable } from "../../../blocks/plain-table/plain-table.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./own-fields.module.css";

type Opened = { act: "add" } | { act: "rename" | "remove"; field: OwnField };

/** Values are cleared in the background, which is soon done. */
const everyMs = 3000;

/** The columns that a tenant keeps of its own, with ways to add, rename and remove them. */
export function OwnFields({ tenantId }: { tenantId: string }) {
  const formats = useFormats();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery({
    ...read("listOwnFields", { tenantId }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ isBeingRemoved }) => isBeingRemoved) ? everyMs : false),
  });
  const labelFor = (fact: string) => data?.tables.find((table) => table.fact === fact)?.label ?? fact;
  const close = () => setOpened(null);
  return (
    <section className={classes.section} aria-labelledby="own-fields">
      <div className={classes.head}>
        <h2 id="own-fields" className={classes.title}>
          Own fields
        </h2>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={!data}
          onClick={() => setOpened({ act: "add" })}
        >
          Add field
        </Button>
      </div>
      <p className={classes.words}>
        Columns that only this organisation has, such as a till or a project. Imports fill them, and reports can be
        filtered and split by them. Each table can have up to ten.
      </p>
      {error && !data && (
        <ReadProblem title="The own fields could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ShapedSkeleton label="Loading own fields" shape="list" />}
      {data && data.items.length > 0 && (
        <div className={classes.scroll}>
          <PlainTable
            name="Own fields"
            rows={data.items}
            rowKey={({ fact, number }) => `${fact} ${number}`}
            columns={[
              { id: "label", label: "Name", isHeader: true, cell: ({ label }) => label },
              { id: "fact", label: "Of", cell: ({ fact }) => labelFor(fact) },
              { id: "values", label: "Values", isNumeric: true, cell: ({ values }) => formatNumber(values, formats) },
              {
                id: "acts",
                label: <span className={classes.hidden}>Actions</span>,
                cell: (field) =>
                  field.isBeingRemoved ? (
                    <span className={classes.words}>Being removed</span>
                  ) : (
                    <span className={classes.acts}>
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={`Rename ${field.label}`}
                        onClick={() => setOpened({ act: "rename", field })}
                      >
                        Rename
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${field.label}`}
                        onClick={() => setOpened({ act: "remove", field })}
                      >
                        Remove
                      </Button>
                    </span>
                  ),
              },
            ]}
          />
        </div>
      )}
      {opened?.act === "add" && data && <AddDialog tenantId={tenantId} tables={data.tables} onClose={close} />}
      {opened?.act === "rename" && <RenameDialog tenantId={tenantId} field={opened.field} onClose={close} />}
      {opened?.act === "remove" && (
        <RemoveDialog tenantId={tenantId} field={opened.field} of={labelFor(opened.field.fact)} onClose={close} />
      )}
    </section>
  );
}

type DialogProps = { tenantId: string; onClose: () => void };

function AddDialog({
  tenantId,
  tables,
  onClose,
}: DialogProps & { tables: readonly { fact: string; label: string }[] }) {
  const add = useWrite("addOwnField");
  const form = useAppForm({ initialValues: { fact: tables[0]?.fact ?? "", label: "" } });
  return (
    <ConfirmDialog title="Add field" onClose={onClose}>
      <form
        className={dialog.form}
        onSubmit={form.submit(async (values) => {
          await add.mutateAsync({ tenantId, ...values });
          showToast({ title: "Field added", message: "Choose a column for it at the next import.", type: "success" });
          onClose();
        })}
      >
        <NativeSelect
          label="Rows"
          data={tables.map(({ fact, label }) => ({ value: fact, label }))}
          {...form.getInputProps("fact")}
        />
        <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps("label")} />
        <DialogEnd failure={form.failure} label="Add" isPending={add.isPending} onClose={onClose} />
      </form>
    </ConfirmDialog>
  );
}

function RenameDialog({ tenantId, field, onClose }: DialogProps & { field: OwnField }) {
  const rename = useWrite("renameOwnField");
  const { fact, number } = field;
  const form = useAppForm({ initialValues: { label: field.label } });
  return (
    <ConfirmDialog title={`Rename ${field.label}`} onClose={onClose}>
      <form
        className={dialog.form}
        onSubmit={form.submit(async ({ label }) => {
          await rename.mutateAsync({ tenantId, fact, number, label });
          onClose();
        })}
      >
        <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps("label")} />
        <DialogEnd failure={form.failure} label="Rename" isPending={rename.isPending} onClose={onClose} />
      </form>
    </ConfirmDialog>
  );
}

function RemoveDialog({ tenantId, field, of, onClose }: DialogProps & { field: OwnField; of: string }) {
  const remove = useWrite("removeOwnField");
  const { fact, number, label } = field;
  const form = useAppForm({ initialValues: {} });
  return (
    <ConfirmDialog title={`Remove ${label}?`} onClose={onClose}>
      <form
        className={dialog.form}
        onSubmit={form.submit(async () => {
          await remove.mutateAsync({ tenantId, fact, number });
          onClose();
        })}
      >
        <p>
          Its values are cleared from all {of.toLowerCase()}, and it leaves reports and saved mappings. This cannot be
          undone. The rows stay.
        </p>
        <DialogEnd failure={form.failure} label="Remove" color="red" isPending={remove.isPending} onClose={onClose} />
      </form>
    </ConfirmDialog>
  );
}

type EndProps = { failure: Error | null; label: string; color?: string; isPending: boolean; onClose: () => void };

function DialogEnd({ failure, label, color, isPending, onClose }: EndProps) {
  return (
    <>
      {failure && (
        <p role="alert" className={dialog.problem}>
          {failure.message}
        </p>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} {...(color && { color })}>
          {label}
        </Button>
      </div>
    </>
  );
}
