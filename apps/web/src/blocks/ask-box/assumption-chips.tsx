import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Paper.css";
import type { Assumption } from "@console/contracts";
import { useState } from "react";
import { FilterChip } from "../filter-bar/filter-chip.tsx";
import type { Catalogue } from "./answer-panel.tsx";
import classes from "./ask-box.module.css";
import type { AskedQuery } from "./asked-query.ts";
import { ChipEditor } from "./chip-editor.tsx";
import { pairParts, type QueryPart, removePart } from "./query-parts.ts";

type Props = {
  assumptions: readonly Assumption[];
  query: AskedQuery;
  catalogue: Catalogue | undefined;
  onRun: (query: AskedQuery) => void;
};

/** What can only be taken away. */
const isFixed = ({ kind }: QueryPart) => kind === "share" || kind === "cumulative";

/** What was taken to be meant, each with a way to change it and one to take it away. */
export function AssumptionChips({ assumptions, query, catalogue, onRun }: Props) {
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <ul className={classes.chips} aria-label="Taken to be meant">
      {pairParts(assumptions, query).map(({ label, part }, place) => {
        const shorter = part && removePart(query, part);
        const text = label.charAt(0).toUpperCase() + label.slice(1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip keeps its place while what it says changes, and with it the focus
          <li key={place}>
            <FilterChip
              label={text}
              words=""
              removal={`Remove: ${text}`}
              isOpen={edited === place}
              onOpen={(isOpen) => setEdited(isOpen ? place : null)}
              onRemove={shorter ? () => onRun(shorter) : undefined}
            >
              {part && !isFixed(part) && (
                <ChipEditor
                  part={part}
                  query={query}
                  catalogue={catalogue}
                  onQuery={(next) => {
                    setEdited(null);
                    onRun(next);
                  }}
                />
              )}
            </FilterChip>
          </li>
        );
      })}
    </ul>
  );
}
