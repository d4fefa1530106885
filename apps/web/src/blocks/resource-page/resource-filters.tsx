import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import type { EntityDescription, EntityField } from "@console/contracts";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { AddFilter, FilterChip } from "../filter-bar/filter-chip.tsx";
import { ReferenceInput } from "../resource-form/reference-input.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { type FilterOffers, listOffers, type Offer, sayFilter, splitFilters } from "./filter-offers.ts";
import { filterOn, plainFilter, withFilter } from "./resource-address.ts";
import classes from "./resource-page.module.css";
import { SavedFilters } from "./saved-filters.tsx";

type Props = {
  description: EntityDescription;
  search: string;
  filters: readonly string[];
  offers?: FilterOffers | undefined;
  onFilters: (next: string[], search?: string) => void;
};

/** What the list can be narrowed by: two filters stand open, all others are added, and a set of them can be saved. */
export function ResourceFilters({ description, search, filters, offers, onFilters }: Props) {
  const formats = useFormats();
  const [edited, setEdited] = useState<string | null>(null);
  const { standing, others } = splitFilters(description.fields);
  if (standing.length === 0 && others.length === 0) return null;
  const offersFor = (field: EntityField) => offers?.[field.name] ?? listOffers(field);
  const set = (field: EntityField, value: string) => {
    onFilters(withFilter(filters, field.name, value));
    setEdited(null);
  };
  const added = others.filter(({ name }) => filterOn(filters, name) !== "");
  const free = others.filter(({ name }) => filterOn(filters, name) === "");
  return (
    <section className={classes.filters} aria-label="Filters">
      {standing.map((field) => (
        <StandingFilter
          key={field.name}
          field={field}
          offers={offersFor(field)}
          value={filterOn(filters, field.name)}
          onChange={(value) => set(field, value)}
        />
      ))}
      {added.map((field) => {
        const value = filterOn(filters, field.name);
        return (
          <FilterChip
            key={field.name}
            label={field.label}
            words={`: ${field.refersTo ? "" : sayFilter(field, value, offersFor(field), formats)}`}
            more={field.refersTo && <ReferenceName to={field.refersTo} id={plainFilter(value)} />}
            isOpen={edited === field.name}
            onOpen={(isOpen) => setEdited(isOpen ? field.name : null)}
            onRemove={() => set(field, "")}
          >
            <FilterEditor field={field} offers={offersFor(field)} value={value} onApply={(next) => set(field, next)} />
          </FilterChip>
        );
      })}
      {free.length > 0 && (
        <AddFilter filters={free}>
          {(name, onEnd) => {
            const field = free.find((one) => one.name === name);
            return (
              field && (
                <FilterEditor
                  field={field}
                  offers={offersFor(field)}
                  value=""
                  onApply={(value) => {
                    onEnd();
                    set(field, value);
                  }}
                />
              )
            );
          }}
        </AddFilter>
      )}
      <SavedFilters
        description={description}
        search={search}
        filters={filters}
        offersFor={(name) => {
          const field = description.fields.find((one) => one.name === name);
          return field ? offersFor(field) : [];
        }}
        onFilters={onFilters}
      />
      {filters.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onFilters([])}>
          Clear filters
        </Button>
      )}
    </section>
  );
}

/** What a row is called that a filter names. */
function ReferenceName({ to, id }: { to: NonNullable<EntityField["refersTo"]>; id: string }) {
  const { data } = useQuery({ ...read("getEntity", { entity: to.entity, id }), enabled: id !== "none" });
  return id === "none" ? "None" : String(data?.[to.by] ?? id);
}

type FilterProps = { field: EntityField; offers: readonly Offer[]; value: string; onChange: (value: string) => void };

function StandingFilter({ field, offers, value, onChange }: FilterProps) {
  const formats = useFormats();
  if (field.refersTo) {
    const isNone = value === "none";
    return (
      <ReferenceInput
        aria-label={field.label}
        size="xs"
        to={field.refersTo}
        isClearable
        placeholder={`${field.label}: all`}
        value={isNone ? "none" : plainFilter(value)}
        title={isNone ? "None" : null}
        onChange={(id) => onChange(encodeURIComponent(id))}
      />
    );
  }
  const isOther = value !== "" && !offers.some((one) => one.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={field.label}
      value={value}
      data={[
        { value: "", label: `${field.label}: all` },
        ...offers.map((one) => ({ ...one, label: `${field.label}: ${one.label.toLowerCase()}` })),
        ...(isOther
          ? [{ value, label: `${field.label}: ${sayFilter(field, value, offers, formats).toLowerCase()}` }]
          : []),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
