import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { accessedTenant } from "../../lib/platform-access.ts";
import { read } from "../../lib/queries.ts";
import { PageZoneContext, useFormats } from "../../lib/use-formats.ts";
import classes from "./console-layout.module.css";

/** Gives a page the zone of its times and names it once, at its foot. */
export function PageZone({ children }: { children: ReactNode }) {
  // Which tenant is looked at stands in the address.
  useLocation();
  const tenantId = accessedTenant();
  const { data } = useQuery({ ...read("getTenant", { tenantId: tenantId ?? "" }), enabled: tenantId !== null });
  return (
    <PageZoneContext value={(tenantId !== null && data?.timeZone) || null}>
      {children}
      <ZoneName />
    </PageZoneContext>
  );
}

function ZoneName() {
  const { timeZone } = useFormats();
  return <footer className={classes.zone}>Times in {timeZone.replaceAll("_", " ")}</footer>;
}
