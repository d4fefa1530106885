import { type RawBuilder, sql } from "kysely";

/** SQL of how the entry of a flow stands; a reversal that still waits changes nothing. */
export function flowState(tenantId: string, entry: RawBuilder<unknown>): RawBuilder<string> {
  const counts = (of: RawBuilder<unknown>) => sql`exists (select from ledger_lines flow_line
    where flow_line.tenant_id = ${tenantId} and flow_line.entry_id = ${of})`;
  const about = (kind: string, also: RawBuilder<unknown>) => sql`exists (select from ledger_entries flow_step
    where flow_step.tenant_id = ${tenantId} and flow_step.about = ${entry} and flow_step.kind = ${kind} and ${also})`;
  return sql<string>`case
    when ${about("void", sql`true`)} then 'voided'
    when not ${counts(entry)} then 'pending'
    when ${about("reversal", counts(sql`flow_step.id`))} then 'reversed'
    else 'posted'
  end`;
}
