import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ScrollArea.css";
import type { EntityField } from "@console/contracts";
import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../lib/queries.ts";

type Props = Pick<
  SelectProps,
  "id" | "label" | "aria-label" | "placeholder" | "description" | "inputWrapperOrder" | "name" | "size"
> & {
  /** The entity whose rows are offered, and the field that they are known by. */
  to: Pick<NonNullable<EntityField["refersTo"]>, "entity" | "by">;
  value: string;
  /** What the row of the value is called, where that is known. */
  title?: string | null | undefined;
  error?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** It can be emptied again. */
  isClearable?: boolean | undefined;
  isFirst?: boolean | undefined;
  onChange: (id: string, title: string) => void;
};

const restMs = 250;

/** Chooses a row of another entity by typing a part of its name. */
export function ReferenceInput(props: Props) {
  const { to, value, title, error, isRequired, isDisabled, isClearable, isFirst, onChange, ...rest } = props;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const hasTitle = chosen?.value === value || (title ?? null) !== null;
  const { data: row } = useQuery({
    ...read("getEntity", { entity: to.entity, id: value }),
    enabled: value !== "" && !hasTitle,
  });
  const current = value
    ? { value, label: (chosen?.value === value ? chosen.label : null) ?? title ?? String(row?.[to.by] ?? value) }
    : null;
  const [search] = useDebouncedValue(typed === current?.label ? "" : typed.trim(), restMs);
  const { data, error: failure } = useQuery({
    ...read("listEntity", { entity: to.entity, sort: to.by, limit: 50, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  });
  const options = data?.items.map((one) => ({ value: String(one.id), label: String(one[to.by] ?? one.id) })) ?? [];
  const isListed = !current || options.some((option) => option.value === current.value);
  return (
    <Select
      {...rest}
      required={isRequired === true}
      disabled={isDisabled === true}
      clearable={isClearable === true}
      data-autofocus={isFirst || undefined}
      placeholder={rest.placeholder ?? "Type to search"}
      data={isListed ? options : [current, ...options]}
      value={value || null}
      error={error ?? failure?.message}
      searchable
      // The server has searched already.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option && { value: option.value, label: option.label });
        onChange(next ?? "", option?.label ?? "");
      }}
      nothingFoundMessage={data ? "No matches" : "Reading"}
      autoComplete="off"
      maxDropdownHeight={280}
    />
  );
}
