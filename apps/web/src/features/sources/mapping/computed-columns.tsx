import "@mantine/core/styles/Input.css";
import type { SourceMapping } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { putComputed, removeComputed } from "./change-computed.ts";
import classes from "./computed-columns.module.css";
import { ComputedEditor } from "./computed-editor.tsx";
import type { ComputedSource } from "./use-computed-preview.ts";

type Props = {
  source: ComputedSource;
  mapping: SourceMapping;
  /** What the number of a row counts. */
  place: "Line" | "Row";
  errors: Readonly<Record<string, string>>;
  onMapping: (mapping: SourceMapping) => void;
};

const mostColumns = 30;

/** The computed columns of a mapping, each with its expression; one at a time is edited. */
export function ComputedColumns({ source, mapping, place, errors, onMapping }: Props) {
  const computed = mapping.computed ?? [];
  const [edited, setEdited] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The keyboard goes on from where it came, not from the beginning of the page.
  useEffect(() => {
    if (edited === null && wasEditing.current) addButton.current?.focus();
    wasEditing.current = edited !== null;
  }, [edited]);
  const editor = (index: number) => (
    <ComputedEditor
      key={index}
      source={source}
      mapping={mapping}
      index={index}
      place={place}
      onSave={(column) => {
        onMapping(putComputed(mapping, index, column));
        setEdited(null);
      }}
      onClose={() => setEdited(null)}
    />
  );
  return (
    <div className={classes.section}>
      {computed.length > 0 && (
        <ul className={classes.list} aria-label="Computed columns">
          {computed.map(({ name, expression }, index) => {
            const error = errors[`mapping.computed.${index}.name`] ?? errors[`mapping.computed.${index}.expression`];
            if (edited === index) return <li key={name}>{editor(index)}</li>;
            return (
              <li key={name} className={classes.item}>
                <p className={classes.words}>
                  <strong>{name}</strong>
                  <code>{expression}</code>
                  {error && <span className={classes.problem}>{error}</span>}
                </p>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${name}`}
                  onClick={() => setEdited(index)}
                >
                  Edit
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    setEdited(null);
                    onMapping(removeComputed(mapping, index));
                  }}
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {edited === computed.length && editor(computed.length)}
      {edited === null && computed.length < mostColumns && (
        <div>
          <Button
            ref={addButton}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            disabled={source.tenantId === ""}
            onClick={() => setEdited(computed.length)}
          >
            Add computed column
          </Button>
          {source.tenantId === "" && <p className={classes.quiet}>Choose the tenant first.</p>}
        </div>
      )}
    </div>
  );
}
