import type { ProviderClient, TenantDocument } from "@console/contracts";

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The tenant that a client is likely to be: one of its name, else one of its mail's domain; null when in doubt. */
export function suggestTenant<Tenant extends Pick<TenantDocument, "id" | "name">>(
  { name, email }: Pick<ProviderClient, "name" | "email">,
  tenants: readonly Tenant[],
): Tenant | null {
  const own = ` ${splitWords(name).join(" ")} `;
  const domain = email?.split("@")[1]?.split(".")[0]?.toLowerCase() ?? "";
  const named = tenants.filter((tenant) => own.includes(` ${splitWords(tenant.name).join(" ")} `));
  const matches = named.length > 0 ? named : tenants.filter((tenant) => splitWords(tenant.name).join("") === domain);
  const [only] = matches;
  return matches.length === 1 && only ? only : null;
}
