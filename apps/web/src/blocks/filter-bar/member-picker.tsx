import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { read } from "../../lib/queries.ts";
import classes from "./filter-bar.module.css";
import type { ViewFilter } from "./filter-view.ts";

type Props = {
  label: string;
  /** The members, where the list is fixed; otherwise they are looked up. */
  fixed: readonly string[] | null;
  filter: ViewFilter;
  onApply: (filter: ViewFilter) => void;
};

/** Chooses members of a dimension, found by a part of their name. */
export function MemberPicker({ label, fixed, filter, onApply }: Props) {
  const [draft, setDraft] = useState<ViewFilter>(filter);
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // It may take the place of what had the focus, inside a popover that is open already.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const { data, error, isPending } = useQuery({
    ...read("listMembers", {
      dimension: filter.dimension,
      limit: 100,
      ...(search.trim() ? { search: search.trim() } : {}),
    }),
    enabled: fixed === null,
  });
  const matches = fixed
    ? fixed.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()))
    : (data?.items.map(({ name }) => name) ?? []);
  const names = [...new Set([...(search ? [] : filter.members), ...matches, ...(search ? [] : ["Unassigned"])])];
  const toggle = (name: string) => {
    const members = draft.members.includes(name)
      ? draft.members.filter((one) => one !== name)
      : [...draft.members, name];
    setDraft({ ...draft, members });
  };
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <form className={classes.picker} onSubmit={apply}>
      <TextInput
        label={label}
        placeholder="Search by name"
        ref={field}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.members} aria-label={`Members of ${label}`}>
        {names.map((name) => (
          <li key={name}>
            <Checkbox size="sm" label={name} checked={draft.members.includes(name)} onChange={() => toggle(name)} />
          </li>
        ))}
        {names.length === 0 && (
          <li className={classes.quiet}>
            {error ? error.message : isPending && fixed === null ? "Searching" : "No name contains this text."}
          </li>
        )}
      </ul>
      <Checkbox
        size="sm"
        label="Exclude these instead"
        checked={draft.isExcluded}
        onChange={(event) => setDraft({ ...draft, isExcluded: event.currentTarget.checked })}
      />
      {/* A click of its own, because a frame may allow no forms to be sent. */}
      <Button type="submit" size="sm" onClick={apply}>
        Apply filter
      </Button>
    </form>
  );
}
