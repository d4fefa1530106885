import type { EntityDescription } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { type SyntheticEvent, useState } from "react";
import { showToast } from "../../lib/toasts.ts";
import { usePreference } from "../../lib/use-preference.ts";
import bar from "../filter-bar/filter-bar.module.css";
import { FilterPopover } from "../filter-bar/filter-popover.tsx";
import { type Offer, restoreFilters, storeFilter } from "./filter-offers.ts";

type SavedFilter = { name: string; search: string; filters: readonly string[] };

type Props = {
  description: Pick<EntityDescription, "name" | "many">;
  search: string;
  filters: readonly string[];
  offersFor: (name: string) => readonly Offer[];
  onFilters: (next: string[], search?: string) => void;
};

const mostSaved = 20;
const none: readonly SavedFilter[] = [];

/** Sets of filters that someone has given a name to: they are that person's own, and of one list. */
export function SavedFilters({ description, search, filters, offersFor, onFilters }: Props) {
  const [saved, setSaved] = usePreference<readonly SavedFilter[]>(`filters:${description.name}`, none);
  const [isOpen, setIsOpen] = useState(false);
  const isNarrowed = filters.length > 0 || search !== "";
  if (saved.length === 0 && !isNarrowed) return null;
  const isCurrent = (one: SavedFilter) => {
    const restored = restoreFilters(one.filters, offersFor);
    return one.search === search && JSON.stringify(restored.sort()) === JSON.stringify([...filters].sort());
  };
  const current = saved.find(isCurrent);
  return (
    <FilterPopover
      isOpen={isOpen}
      onOpen={setIsOpen}
      target={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {current ? current.name : saved.length === 0 ? "Save filters" : "Saved filters"}
        </Button>
      }
    >
      {saved.length > 0 && (
        <ul className={bar.saved} aria-label="Saved filters">
          {saved.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className={bar.item}
                aria-current={one === current}
                onClick={() => {
                  onFilters(restoreFilters(one.filters, offersFor), one.search);
                  setIsOpen(false);
                }}
              >
                {one.name}
              </button>
              <button
                type="button"
                className={bar.remove}
                aria-label={`Delete the saved filter ${one.name}`}
                onClick={() => setSaved(saved.filter(({ name }) => name !== one.name))}
              >
                <IconX size={14} stroke={1.5} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed && !current && saved.length < mostSaved && (
        <SaveForm
          onSave={(name) => {
            const stored = filters.map((filter) => storeFilter(filter, offersFor));
            setSaved([...saved.filter((one) => one.name !== name), { name, search, filters: stored }]);
            setIsOpen(false);
            showToast({ type: "success", title: name, message: "Filters saved." });
          }}
        />
      )}
    </FilterPopover>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() !== "") onSave(name.trim());
  };
  return (
    <form className={bar.picker} onSubmit={save}>
      <TextInput
        label="Save the current filters as"
        data-autofocus
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" size="sm" disabled={name.trim() === ""}>
        Save filters
      </Button>
    </form>
  );
}
