import type { ProviderClient } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { describeEffect } from "./client-words.ts";
import classes from "./clients-page.module.css";
import type { ClientMapping } from "./use-client-mapping.ts";

type Props = {
  chosen: readonly ProviderClient[];
  mapping: ClientMapping;
  /** Left out where the client is the one that is open. */
  onClear?: () => void;
};

/** Says what happens to the chosen clients: they get a tenant, or lose the one they have. */
export function MapBar({ chosen, mapping, onClear }: Props) {
  const [tenant, setTenant] = useState("");
  const effect = describeEffect(chosen, tenant || null);
  const hasMapped = chosen.some(({ mappedTenant }) => mappedTenant !== null);
  const map = (to: string | null) => mapping.map(chosen, to, onClear);
  return (
    <section className={classes.mapBar} aria-label="Tenant of the selected clients">
      {onClear && (
        <p className={classes.chosen} role="status">
          {chosen.length} selected
        </p>
      )}
      <div className={classes.mapActions}>
        <TenantField value={tenant} onChange={setTenant} />
        <Button disabled={!tenant} loading={mapping.isPending} onClick={() => map(tenant)}>
          Map to tenant
        </Button>
        {hasMapped && (
          <Button variant="default" loading={mapping.isPending} onClick={() => map(null)}>
            Remove mapping
          </Button>
        )}
      </div>
      {effect && <p className={classes.effect}>{effect}</p>}
      {mapping.error && (
        <p className={classes.failure} role="alert">
          Nothing was changed. {mapping.error.message}
        </p>
      )}
    </section>
  );
}
