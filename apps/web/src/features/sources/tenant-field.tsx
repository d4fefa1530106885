import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ScrollArea.css";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../lib/queries.ts";

type Props = {
  id?: string;
  label?: string;
  value: string;
  error?: string | undefined;
  onChange: (tenantId: string) => void;
};

const restMs = 250;

/** Chooses one of all tenants by its name. */
export function TenantField({ id, label = "Tenant", value, error, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [search] = useDebouncedValue(typed === chosen?.label ? "" : typed.trim(), restMs);
  const asked = { limit: 100, ...(search && { search }) };
  const { data, error: failure } = useQuery({ ...read("listTenants", asked), placeholderData: keepPreviousData });
  const options = data?.items.map((tenant) => ({ value: tenant.id, label: tenant.name })) ?? [];
  const isListed = !chosen || options.some((option) => option.value === chosen.value);
  return (
    <Select
      {...(id && { id })}
      label={label}
      placeholder="Choose a tenant"
      data={isListed ? options : [chosen, ...options]}
      value={value || null}
      error={error ?? failure?.message}
      searchable
      // The server has searched already.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option && { value: option.value, label: option.label });
        onChange(next ?? "");
      }}
      nothingFoundMessage={data ? "No tenant of this name" : "Reading tenants"}
      autoComplete="off"
      maxDropdownHeight={280}
    />
  );
}
