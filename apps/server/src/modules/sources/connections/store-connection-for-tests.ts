import type { TenantScope } from "../../../platform/db/database.ts";
import { insertConnection } from "./connection-store.ts";

/** Stores a connection that is read only when someone asks, for tests of what hangs on it. */
export function storeConnection(scope: TenantScope, id: string): Promise<void> {
  return insertConnection(scope, {
    id,
    source: "genesis",
    kind: "rest",
    name: id,
    settings: {},
    secret: null,
    mapping: {},
    interval_minutes: null,
    next_run_at: null,
    hook_id: null,
    hook_secret: null,
  });
}
