import type { SourceInput } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import type { Sources } from "../sources.ts";
import type { Connection } from "./connection-store.ts";

/** What a connection's secret is sealed for. */
export const secretPurpose = "source secret";

/** What reading a connection needs: its settings, its opened secret, and the tenant's calendar and currency. */
export async function sourceInput(
  context: Context,
  { outbound, innerHosts, pace }: Sources,
  connection: Pick<Connection, "settings" | "secret" | "mapping">,
  { signal, ...input }: Pick<SourceInput, "signal"> & Partial<SourceInput>,
): Promise<SourceInput> {
  const { settings } = await loadMetricState(context);
  const secret = connection.secret && (await context.secrets.open(context, secretPurpose, connection.secret));
  return {
    settings: connection.settings,
    secret,
    mapping: connection.mapping,
    cursor: null,
    timeZone: settings.timeZone,
    currency: settings.currency,
    now: context.now,
    outbound,
    innerHosts,
    signal,
    ...(pace && { pace }),
    ...input,
  };
}
