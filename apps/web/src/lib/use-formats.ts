import { type FormatChoices, ownFormats } from "@console/figures/format";
import { useAuth } from "./auth/use-auth.ts";

/** How whoever reads this page wants dates, times and numbers to be written. */
export function useFormats(): FormatChoices {
  return useAuth().user ?? ownFormats;
}
