import "@mantine/core/styles/Input.css";
import type { RouteOutput, Routes, SourceCheck } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { useWrite } from "../../../lib/queries.ts";
import { PersonName } from "../connections/person-name.tsx";
import { changeWords, foundWords } from "./check-words.ts";
import classes from "./checks.module.css";

type Props = {
  tenantId: string;
  connection: string;
  checks: readonly SourceCheck[];
  people: RouteOutput<Routes["listSourceChecks"]>["people"];
  formats: FormatChoices;
};

const ready = { isPending: false, error: null, refetch: () => {} };
const severities = {
  error: { tone: "bad", Mark: IconCircleX, word: "Error" },
  warning: { tone: "warn", Mark: IconAlertTriangle, word: "Warning" },
} as const;

/** The name of a check with what it means. */
function nameColumn(): RecordColumn<SourceCheck> {
  return {
    label: "Check",
    cell: ({ name, words }) => (
      <>
        <span className={classes.name}>{name}</span>
        <span className={classes.under}>{words}</span>
      </>
    ),
  };
}

function foundColumn(formats: FormatChoices): RecordColumn<SourceCheck> {
  return {
    label: "Found",
    cell: (check) => {
      const { tone, Mark, word } = severities[check.severity];
      return (
        <>
          <span className={classes.mark} data-tone={check.found ? tone : "quiet"}>
            {check.found ? <Mark size={16} stroke={1.75} role="img" aria-label={word} /> : null}
            {foundWords(check, formats)}
          </span>
          <span className={classes.under}>{changeWords(check, formats)}</span>
        </>
      );
    },
  };
}

/** Checks that found something: how much, who looks after it, and the ways to its rows and to silence. */
export function CheckTable({ checks, formats, onMute, ...shared }: Props & { onMute: (check: SourceCheck) => void }) {
  return (
    <RecordTable<SourceCheck>
      name="Failed checks"
      pages={wholeList(checks, ready)}
      rowKey={({ id }) => id}
      empty={null}
      tableFrom={900}
      columns={[
        nameColumn(),
        foundColumn(formats),
        { label: "Owner", cell: (check) => <OwnerField {...shared} check={check} /> },
        {
          label: "Actions",
          cell: (check) => (
            <div className={classes.actions}>
              <RowsLink check={check} />
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Mute ${check.name}`}
                onClick={() => onMute(check)}
              >
                Mute
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}

/** Checks that someone has muted, with who, why and for how long. */
export function MutedTable({ checks, formats, tenantId, connection }: Props) {
  const unmute = useWrite("unmuteSourceCheck");
  return (
    <>
      {unmute.error && (
        <p role="alert" className={classes.problem}>
          {unmute.error.message}
        </p>
      )}
      <RecordTable<SourceCheck>
        name="Muted checks"
        pages={wholeList(checks, ready)}
        rowKey={({ id }) => id}
        empty={null}
        tableFrom={900}
        columns={[
          nameColumn(),
          foundColumn(formats),
          { label: "Muted", cell: ({ mute }) => mute && <MuteWords mute={mute} formats={formats} /> },
          {
            label: "Actions",
            cell: (check) => (
              <div className={classes.actions}>
                {check.found ? <RowsLink check={check} /> : null}
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Unmute ${check.name}`}
                  loading={unmute.isPending && unmute.variables.check === check.id}
                  onClick={() => unmute.mutate({ tenantId, connection, check: check.id })}
                >
                  Unmute
                </Button>
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function MuteWords({ mute, formats }: { mute: NonNullable<SourceCheck["mute"]>; formats: FormatChoices }) {
  return (
    <>
      {mute.reason}
      <span className={classes.under}>
        by <PersonName uid={mute.by} />, {mute.until ? `until ${formatInstant(mute.until, formats)}` : "until unmuted"}
      </span>
    </>
  );
}

function RowsLink({ check: { id, name } }: { check: SourceCheck }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`See rows of ${name}`}
      renderRoot={(props) => <Link to="." search={mergeSourceSearch({ check: id })} {...props} />}
    >
      See rows
    </Button>
  );
}

function OwnerField({
  tenantId,
  connection,
  people,
  check: { id, name, owner },
}: Omit<Props, "checks" | "formats"> & { check: SourceCheck }) {
  const set = useWrite("setCheckOwner");
  const shown = set.isPending ? set.variables.owner : owner;
  const isGone = shown !== null && people.every(({ uid }) => uid !== shown);
  return (
    <NativeSelect
      size="xs"
      className={classes.owner}
      aria-label={`Owner of ${name}`}
      value={shown ?? ""}
      error={set.error?.message}
      data={[
        { value: "", label: "Nobody" },
        ...people.map((person) => ({ value: person.uid, label: person.name })),
        ...(isGone ? [{ value: shown, label: "Former user" }] : []),
      ]}
      onChange={({ currentTarget: { value } }) =>
        set.mutate({ tenantId, connection, check: id, owner: value === "" ? null : value })
      }
    />
  );
}
