import "@mantine/core/styles/Input.css";
import type { EntityDescription, EntityField } from "@console/contracts";
import { Button, NativeSelect } from "@mantine/core";
import { ReferenceInput } from "../resource-form/reference-input.tsx";
import { filterOn, plainFilter, withFilter } from "./resource-address.ts";
import classes from "./resource-page.module.css";
import { TextFilter } from "./text-filter.tsx";

type Offer = { value: string; label: string };

/** What a filter offers, by the name of its field. */
export type FilterOffers = Readonly<Record<string, readonly Offer[]>>;

type Props = {
  description: EntityDescription;
  filters: readonly string[];
  offers?: FilterOffers | undefined;
  onFilters: (next: string[]) => void;
};

const dayMs = 86_400_000;

/** What the list can be narrowed by, one choice for each field. */
export function ResourceFilters({ description, filters, offers, onFilters }: Props) {
  const fields = description.fields.filter(({ isFilter }) => isFilter);
  if (fields.length === 0) return null;
  return (
    <section className={classes.filters} aria-label="Filters">
      {fields.map((field) => (
        <FieldFilter
          key={field.name}
          field={field}
          offers={offers?.[field.name] ?? listOffers(field)}
          value={filterOn(filters, field.name)}
          onChange={(value) => onFilters(withFilter(filters, field.name, value))}
        />
      ))}
      {filters.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onFilters([])}>
          Reset
        </Button>
      )}
    </section>
  );
}

type FilterProps = { field: EntityField; offers: readonly Offer[]; value: string; onChange: (value: string) => void };

function FieldFilter({ field, offers, value, onChange }: FilterProps) {
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
  if (field.type === "text" || field.type === "email")
    return <TextFilter field={field} value={value} onChange={onChange} />;
  const isOther = value !== "" && !offers.some((one) => one.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={field.label}
      value={value}
      data={[
        { value: "", label: `${field.label}: all` },
        ...offers.map((one) => ({ ...one, label: `${field.label}: ${one.label.toLowerCase()}` })),
        ...(isOther ? [{ value, label: `${field.label}: ${value}` }] : []),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Days are counted back from today, so that an address means the same for a whole day. */
function listOffers({ type, choices }: EntityField): Offer[] {
  if (type === "flag")
    return [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ];
  if (type === "instant" || type === "day") {
    const before = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
    return [
      { value: `>${before(7)}`, label: "In the last 7 days" },
      { value: `>${before(30)}`, label: "In the last 30 days" },
      { value: `<${before(30)}`, label: "More than 30 days ago" },
      { value: `<${before(90)}`, label: "More than 90 days ago" },
      { value: "none", label: "Never" },
    ];
  }
  if (type === "count")
    return [
      { value: ">0", label: "Some" },
      { value: "<1", label: "None" },
    ];
  return [...choices, { value: "none", label: "None" }];
}
