import { type FormatChoices, ownFormats } from "@console/figures/format";
import { knownTimeZone } from "@console/figures/time-zone";
import { createContext, useContext, useMemo } from "react";
import { useAuth } from "./auth/use-auth.ts";

/** The zone of all times on a page that is about one tenant; null where the reader's own decides. */
export const PageZoneContext = createContext<string | null>(null);

/**
 * How whoever reads this page wants dates, times and numbers to be written. Times are in one zone: that of the tenant
 * that the page is about, else that of the reader.
 */
export function useFormats(): FormatChoices {
  const pageZone = useContext(PageZoneContext);
  const { user, tenant } = useAuth();
  const { dateFormat, numberFormat } = user ?? ownFormats;
  const timeZone = knownTimeZone(pageZone ?? tenant?.timeZone ?? user?.timeZone);
  return useMemo(() => ({ timeZone, dateFormat, numberFormat }), [timeZone, dateFormat, numberFormat]);
}
