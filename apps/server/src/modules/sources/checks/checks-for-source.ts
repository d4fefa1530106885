import type { SourceName } from "@console/contracts";
import { AppError } from "../../../platform/errors.ts";
import type { Check } from "./check.ts";
import { docmanChecks } from "./docman-checks.ts";
import { genesisChecks } from "./genesis-checks.ts";
import { warehouseChecks } from "./warehouse-checks.ts";

const checks: Record<SourceName, readonly Check[]> = {
  tookan: [],
  warehouse: warehouseChecks,
  genesis: genesisChecks,
  docman: docmanChecks,
};

/** The checks of facts that come from a source. */
export function checksForSource(source: SourceName): readonly Check[] {
  return checks[source];
}

/** A check of a source by its id. */
export function requireCheck(source: SourceName, id: string): Check {
  const check = checks[source].find((check) => check.id === id);
  if (!check) throw new AppError("not_found", "There is no such check.");
  return check;
}
