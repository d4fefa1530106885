import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ScrollArea.css";
import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Autocomplete, Button } from "@mantine/core";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { fieldWords } from "../source-words.ts";
import { mapValue } from "./map-value.ts";
import { MappingDialog, savedWords } from "./mapping-dialog.tsx";
import classes from "./unmapped-list.module.css";
import { useMappingDialog } from "./use-mapping-dialog.ts";

type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind" | "mapping" | "version">;
  formats: FormatChoices;
};
type Value = RouteOutput<Routes["listUnmapped"]>["items"][number];

const toKey = ({ field, value }: Value) => `${field} ${value}`;

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

  const nameValue = (value: Value, name: string) => form.change({ names: { ...typed, [toKey(value)]: name } });

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
          const message = `It holds from the next run on, which begins now. ${savedWords}`;
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
      <RecordTable<Value>
        name="Unmapped values"
        pages={pages}
        rowKey={toKey}
        empty={<p className={classes.quiet}>The mapping knows every value that came.</p>}
        columns={[
          { label: "Field", cell: ({ field }) => fieldWords(field) },
          { label: "Value in the source", cell: ({ value }) => <code className={classes.value}>{value}</code> },
          { label: "Seen", isNumeric: true, cell: ({ seen }) => formatNumber(seen, formats) },
          { label: "Last seen", cell: ({ lastSeenAt }) => formatInstant(lastSeenAt, formats) },
          {
            label: "What we call it",
            cell: (value) =>
              mapValue(connection, { ...value, name: "" }) === null ? (
                <span className={classes.quiet}>Choose another field of the source in the mapping.</span>
              ) : (
                <span className={classes.decision}>
                  <Autocomplete
                    size="xs"
                    className={classes.name}
                    aria-label={`What we call ${value.value}`}
                    placeholder={value.options[0] && `Such as ${value.options[0]}`}
                    maxLength={200}
                    data={value.options}
                    limit={100}
                    value={typed[toKey(value)] ?? ""}
                    onChange={(name) => nameValue(value, name)}
                  />
                  {value.isName && (
                    <Button size="compact-xs" variant="subtle" onClick={() => nameValue(value, value.value)}>
                      Take as new
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
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
