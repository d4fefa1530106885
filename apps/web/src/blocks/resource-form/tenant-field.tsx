import { ReferenceInput } from "./reference-input.tsx";

type Props = { value: string; error?: string | undefined; onChange: (tenantId: string) => void };

const tenants = { entity: "tenants", by: "name" };

/** Chooses one of all tenants by its name. */
export function TenantField({ value, error, onChange }: Props) {
  return (
    <ReferenceInput
      to={tenants}
      label="Tenant"
      placeholder="Choose a tenant"
      value={value}
      error={error}
      onChange={(tenantId) => onChange(tenantId)}
    />
  );
}
