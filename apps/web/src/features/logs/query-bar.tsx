import "@mantine/core/styles/Input.css";
import {
  addLogTerm,
  type LogTerm,
  logLevels,
  logParts,
  parseLogQuery,
  removeLogTerm,
  writeLogTerm,
} from "@console/contracts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { levelWords } from "./line-columns.ts";
import classes from "./logs.module.css";

const example = 'level:error tenant:acme "timed out" -part:mail';

/** The search as a text and as chips, which say the same. */
export function QueryBar({ query, onQuery }: { query: string; onQuery: (next: string) => void }) {
  const [draft, setDraft] = useState(query);
  const [known, setKnown] = useState(query);
  if (known !== query) {
    setKnown(query);
    setDraft(query);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onQuery(draft.trim());
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") setDraft(query);
  };
  const add = (field: LogTerm["field"], value: string) => {
    if (value !== "") onQuery(addLogTerm(query, { field, value, isExcluded: false }));
  };

  return (
    <search>
      <form className={classes.queryForm} onSubmit={submit}>
        <TextInput
          className={classes.queryInput}
          size="sm"
          aria-label="Search log lines"
          aria-describedby="log-query-help"
          placeholder={example}
          value={draft}
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={leave}
        />
        <NativeSelect
          size="sm"
          aria-label="Filter by level"
          value=""
          data={[{ value: "", label: "Level" }, ...logLevels.map((value) => ({ value, label: levelWords[value] }))]}
          onChange={({ currentTarget }) => add("level", currentTarget.value)}
        />
        <NativeSelect
          size="sm"
          aria-label="Filter by part"
          value=""
          data={[{ value: "", label: "Part" }, ...Object.entries(logParts).map(([value, label]) => ({ value, label }))]}
          onChange={({ currentTarget }) => add("part", currentTarget.value)}
        />
        <Button type="submit">Search</Button>
      </form>
      <p id="log-query-help" className={classes.help}>
        Words or their beginnings, &quot;phrases in quotes&quot; and level, part, tenant, person, request, route or
        error with a colon. A minus excludes.
      </p>
      <QueryChips query={query} onQuery={onQuery} />
    </search>
  );
}

function QueryChips({ query, onQuery }: { query: string; onQuery: (next: string) => void }) {
  const terms = parseLogQuery(query);
  if (terms.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters">
      {terms.map((term, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same term may be there twice
        <li key={place} className={classes.chip} data-excluded={term.isExcluded || undefined}>
          <span className={classes.chipText}>{writeLogTerm(term)}</span>
          <button
            type="button"
            className={classes.chipRemove}
            aria-label={`Remove the filter ${writeLogTerm(term)}`}
            onClick={() => onQuery(removeLogTerm(query, place))}
          >
            <IconX size={14} stroke={1.5} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={() => onQuery("")}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
