import type { ConnectionDetail } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { mapValue } from "./map-value.ts";
import { MappingDialog, savedWords } from "./mapping-dialog.tsx";
import classes from "./unmapped-list.module.css";
import { useMappingDialog } from "./use-mapping-dialog.ts";
import { toKey, type UnmappedValue, ValueTable } from "./value-table.tsx";

type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind" | "mapping" | "version">;
  formats: FormatChoices;
};
/** Values of the source that the mapping does not know, each with a field to say what we call it; saved together. */
export function UnmappedList({ connection, formats }: Props) {
  const { id, tenantId, kind, version } = connection;
  const pages = usePages("listUnmapped", { tenantId, connection: id });
  const form = useAppForm<{ names: Readonly<Record<string, string>> }>({ initialValues: { names: {} } });
  const typed = form.values.names;
  const save = useWrite("updateConnection");
  const named = pages.items.filter((value) => typed[toKey(value)]?.trim());

  const { state, isCounting, ask, close } = useMappingDialog();
  const failure = save.error ?? form.failure;

  const nameValue = (value: UnmappedValue, name: string) => form.change({ names: { ...typed, [toKey(value)]: name } });

  const mapped = () =>
    named.reduce(
      (mapping, value) => mapValue({ kind, mapping }, { ...value, name: typed[toKey(value)]?.trim() ?? "" }) ?? mapping,
      connection.mapping,
    );

  function map() {
    save.mutate(
      { tenantId, connection: id, version, mapping: mapped() },
      {
        onSettled: close,
        onSuccess: () => {
          form.reset();
          const message = `It applies from the next run, which begins now. ${savedWords}`;
          showToast({ title: "Mapping saved", message, type: "success" });
        },
      },
    );
  }

  return (
    <form
      onSubmit={form.submit(async () => {
        if (named.length > 0) await ask(connection, mapped());
      })}
    >
      <ValueTable
        pages={pages}
        typed={typed}
        onName={nameValue}
        isMappable={(value) => mapValue(connection, { ...value, name: "" }) !== null}
        empty={<p className={classes.quiet}>No unmapped values.</p>}
        formats={formats}
      />
      {failure && (
        <p role="alert" className={classes.problem}>
          {failure.message}
        </p>
      )}
      {state && <MappingDialog state={state} isSaving={save.isPending} onSave={map} onClose={close} />}
      {pages.items.length > 0 && (
        <div className={classes.bar}>
          <Button type="submit" size="xs" disabled={named.length === 0} loading={isCounting || save.isPending}>
            {named.length === 1 ? "Map one value" : `Map ${formatNumber(named.length, formats)} values`}
          </Button>
          <p className={classes.quiet}>
            The next run begins with the new mapping. Rows that were rejected for a value can then be replayed.
          </p>
        </div>
      )}
    </form>
  );
}
