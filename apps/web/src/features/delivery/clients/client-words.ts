import type { ConnectionSummary, ProviderClient, RouteInput, Routes } from "@console/contracts";

/** Which clients a list shows. */
export type ClientFilter = NonNullable<RouteInput<Routes["listProviderClients"]>["show"]>;

/** What people call the filters of clients. */
export const filterWords: Record<ClientFilter, string> = {
  all: "All clients",
  unmapped: "Without a tenant",
  mapped: "With a tenant",
  new: "New in 7 days",
  vanished: "No longer listed",
  duplicates: "Sharing a phone",
  inactive: "No task in 30 days",
  public: "With a public link",
};

/** What is said of a client beside its name. */
export function listMarks({ isNew, isVanished, isDuplicate }: ProviderClient): string[] {
  return [
    ...(isNew ? ["New"] : []),
    ...(isVanished ? ["No longer listed"] : []),
    ...(isDuplicate ? ["Shares a phone"] : []),
  ];
}

/** How many public links a client has; null where there never was one. */
export function sayLinks({ publicLinks }: Pick<ProviderClient, "publicLinks">): string | null {
  if (!publicLinks) return null;
  if (publicLinks.active === 0) return "None active";
  return publicLinks.active === 1 ? "1 active" : `${publicLinks.active} active`;
}

/** Why the provider cannot be asked now and what ends that, or null when it can. */
export function whyNotRead({ state, problem }: Pick<ConnectionSummary, "state" | "problem">): string | null {
  if (state === "paused") return "The connection is paused. Resume it to sync again.";
  if (state !== "needs_you" && state !== "failing") return null;
  const reason = problem?.message ?? "The last attempts to reach the provider failed.";
  return `${reason} Syncing is off until the connection works again.`;
}

/** What a new mapping would do to clients that have a tenant already. */
export function describeEffect(clients: readonly ProviderClient[], tenant: string | null): string | null {
  const moved = clients.filter(({ mappedTenant }) => mappedTenant && mappedTenant.id !== tenant);
  const [first] = moved;
  if (!first) return null;
  const names = [...new Set(moved.map(({ mappedTenant }) => mappedTenant?.name))];
  const from = names.length === 1 ? names[0] : `${names.length} tenants`;
  return moved.length === 1 ? `${first.name} leaves ${from}.` : `${moved.length} clients leave ${from}.`;
}
