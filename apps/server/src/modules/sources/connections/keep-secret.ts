import { AppError } from "../../../platform/errors.ts";
import type { Connection } from "./connection-store.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Refuses to send a secret that is kept to another host than the one it was entered for. */
export function keepSecret(
  stored: Pick<Connection, "settings" | "secret">,
  settings: Settings | undefined,
  secret: string | undefined,
): void {
  if (stored.secret === null || settings === undefined || secret !== undefined) return;
  if (readHost(stored.settings) === readHost(settings)) return;
  const message = "Enter the secret again: the stored one is not sent to another host.";
  throw new AppError("invalid_input", message, { fields: { secret: message } });
}

/** Where a connection leads: scheme, name and port. */
function readHost({ url, baseUrl, host, port, tls }: Settings): string {
  const address = url ?? baseUrl;
  if (typeof address === "string" && URL.canParse(address)) return new URL(address).origin;
  return `${String(host)}:${String(port)}:${String(tls)}`.toLowerCase();
}
