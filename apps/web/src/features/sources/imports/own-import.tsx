import type { SourceName } from "@console/contracts";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { dataWords } from "../source-words.ts";
import { ImportPage } from "./import-page.tsx";

const usualSources: Readonly<Record<string, SourceName>> = {
  Tookan: "tookan",
  Warehouse: "warehouse",
  Genesis: "genesis",
  Docman: "docman",
};

/** The import of the reader's own organisation; what the file is about is asked unless the address says it. */
export function OwnImport({ tenantId }: { tenantId: string }) {
  const { query } = useSourceAddress();
  const { tenant } = useAuth();
  const asked = (Object.keys(dataWords) as SourceName[]).find((one) => one === query.source);
  return <ImportPage source={asked ?? usualSources[tenant?.aiq_type ?? ""] ?? "genesis"} ownTenant={tenantId} />;
}
