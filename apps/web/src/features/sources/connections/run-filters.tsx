import "@mantine/core/styles/Input.css";
import type { SourceRun } from "@console/contracts";
import { addDays, isDay } from "@console/figures/calendar";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { SourceSearch } from "../../../blocks/connection/source-search.ts";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { SearchBox } from "../../../blocks/data-table/search-box.tsx";
import { runWords } from "../source-words.ts";
import classes from "./run-list.module.css";

/** A day that the server can be asked for; while a year is typed, it is none yet. */
const day = /^(?:19|20|21)\d\d-\d\d-\d\d$/;

/** Which runs the address asks for: it names the last day, the server is told the first day after it. */
export function readRunFilters({ runState: state, runFrom: from, runTo: to, runSearch: search }: SourceSearch) {
  return {
    ...(state && Object.hasOwn(runWords, state) && { state: state as SourceRun["state"] }),
    ...(from && day.test(from) && { from }),
    ...(to && day.test(to) && { to: isDay(to) ? addDays(to, 1) : to }),
    ...(search && { search }),
  };
}

/** Narrows the runs by their outcome, their days and what they say. */
export function RunFilters() {
  const { query, go } = useSourceAddress();
  const box = useRef<HTMLInputElement>(null);
  const isNarrowed = Object.keys(readRunFilters(query)).length > 0;
  const change = (part: SourceSearch) => go(part, { isReplaced: true });
  return (
    <section className={classes.filters} aria-label="Which runs">
      <div className={classes.search}>
        <SearchBox
          ref={box}
          label="Search runs by ID, problem or file"
          value={query.runSearch ?? ""}
          onSearch={(next) => change({ runSearch: next || undefined })}
        />
      </div>
      <NativeSelect
        size="xs"
        aria-label="Outcome"
        value={query.runState ?? ""}
        data={[
          { value: "", label: "All outcomes" },
          ...Object.entries(runWords).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => change({ runState: currentTarget.value || undefined })}
      />
      <TextInput
        size="xs"
        type="date"
        aria-label="From day"
        value={query.runFrom ?? ""}
        onChange={({ currentTarget }) => change({ runFrom: currentTarget.value || undefined })}
      />
      <TextInput
        size="xs"
        type="date"
        aria-label="To day"
        value={query.runTo ?? ""}
        onChange={({ currentTarget }) => change({ runTo: currentTarget.value || undefined })}
      />
      {isNarrowed && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => change({ runState: undefined, runFrom: undefined, runTo: undefined, runSearch: undefined })}
        >
          Reset
        </Button>
      )}
    </section>
  );
}
