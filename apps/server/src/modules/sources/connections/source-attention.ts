import { formatAge } from "@console/figures/format";
import type { Context } from "../../../platform/context.ts";
import type { AttentionItem, AttentionSource } from "../../../platform/health/attention.ts";
import { pathForConnection } from "./connection-page.ts";
import { selectStates } from "./state-store.ts";

const dayMs = 86_400_000;

const states: Readonly<Record<string, { words: string; harm: AttentionItem["harm"] }>> = {
  failing: { words: "fails", harm: 3 },
  needs_you: { words: "needs a change", harm: 3 },
  late: { words: "is late", harm: 2 },
};

/** Connections that fail or are late, and tenants whose sources bring nothing although none fails. */
export const sourceAttention: AttentionSource = {
  kind: "sources",
  label: "Sources",
  async list(context: Context): Promise<AttentionItem[]> {
    const rows = await selectStates(context, { source: null, tenant: null, search: "" });
    const troubled = rows.flatMap((row): AttentionItem[] => {
      const state = states[row.published_state];
      if (!state) return [];
      const since = row.last_success_at ?? row.created_at;
      const last = row.last_success_at
        ? `Last success ${formatAge(context.now.getTime() - row.last_success_at.getTime())} ago.`
        : "It has never succeeded.";
      return [
        {
          id: `source ${row.tenant_id} ${row.connection_id}`,
          title: `${row.name} of ${row.tenant_name} ${state.words}`,
          text: [row.problem, last].filter(Boolean).join(" "),
          harm: state.harm,
          since,
          action: {
            label: "Open connection",
            path: pathForConnection({ id: row.connection_id, source: row.source, tenantId: row.tenant_id }) ?? "/admin",
          },
        },
      ];
    });
    return [...troubled, ...listSilent(rows, context.now)];
  },
};

type Row = Awaited<ReturnType<typeof selectStates>>[number];

/** Tenants that have connections which run by themselves, none in trouble, and no new data for a day. */
function listSilent(rows: readonly Row[], now: Date): AttentionItem[] {
  const byTenant = new Map<string, Row[]>();
  for (const row of rows) byTenant.set(row.tenant_id, [...(byTenant.get(row.tenant_id) ?? []), row]);
  return [...byTenant].flatMap(([tenant, own]): AttentionItem[] => {
    const running = own.filter(({ is_paused, interval_minutes }) => !is_paused && interval_minutes !== null);
    if (running.length === 0 || own.some(({ published_state }) => states[published_state])) return [];
    const last = Math.max(...own.map((row) => (row.last_loaded_at ?? row.created_at).getTime()));
    if (now.getTime() - last < dayMs) return [];
    return [
      {
        id: `silent ${tenant}`,
        title: `No new data for ${own[0]?.tenant_name ?? tenant}`,
        text: `Its sources answer, but brought nothing for ${formatAge(now.getTime() - last)}.`,
        harm: 2,
        since: new Date(last),
        action: { label: "Open tenant", path: `/admin/tenants?${new URLSearchParams({ row: tenant })}` },
      },
    ];
  });
}
