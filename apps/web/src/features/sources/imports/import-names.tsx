import type { ImportRun } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { toKey, ValueTable } from "../mapping/value-table.tsx";
import classes from "./import-page.module.css";

type Props = { run: ImportRun; tenantId: string; formats: FormatChoices };

/** The new names of a load, whose rows wait until someone says what they are called here. */
export function ImportNames({ run: { id }, tenantId, formats }: Props) {
  const pages = usePages("listImportNames", { tenantId, run: id, limit: 20 });
  const form = useAppForm<{ names: Readonly<Record<string, string>> }>({ initialValues: { names: {} } });
  const decide = useWrite("decideImportNames");
  const typed = form.values.names;
  const names = pages.items.flatMap((value) => {
    const name = typed[toKey(value)]?.trim();
    return name ? [{ field: value.field, value: value.value, name }] : [];
  });
  if (pages.items.length === 0 && !pages.error) return null;
  const failure = decide.error ?? form.failure;
  return (
    <form
      className={classes.card}
      aria-labelledby="import-names"
      onSubmit={form.submit(async () => {
        if (names.length === 0) return;
        await decide.mutateAsync({ tenantId, run: id, names });
        form.reset();
        const message = "Rows that waited for them are being loaded.";
        showToast({ title: "Names saved", message, type: "success" });
      })}
    >
      <h3 id="import-names" className={classes.heading}>
        New names
      </h3>
      <p className={classes.quiet}>
        Rows with these names are waiting. Choose the known name for each, or accept it as new. The next file uses the
        same choices.
      </p>
      <ValueTable
        pages={pages}
        typed={typed}
        onName={(value, name) => form.change({ names: { ...typed, [toKey(value)]: name } })}
        isMappable={() => true}
        empty={null}
        formats={formats}
      />
      {failure && (
        <p role="alert" className={classes.problem}>
          {failure.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="xs" disabled={names.length === 0} loading={decide.isPending}>
          {names.length === 0
            ? "Save names"
            : names.length === 1
              ? "Save one name"
              : `Save ${formatNumber(names.length, formats)} names`}
        </Button>
      </div>
    </form>
  );
}
