import { permissionsForImpersonation, permissionsForRole } from "@console/contracts";
import { signIn } from "../bench/sign-in.ts";

type At = { url: string };
type Headers = Record<string, string>;

/** Someone in whose name the product is asked. */
export type Person = {
  name: string;
  role: string;
  permissions: ReadonlySet<string>;
  /** The headers that prove who asks. */
  enter(product: At): Promise<Headers>;
  /** A call that is answered, with this text in it, for as long as the person is who it was. */
  sign(headers: Headers): { path: string; holds: string } | null;
};

export const fuzzPassword = "a-long-enough-password-7";
/** A link whose visitors see all that a link can show. */
export type EmbedLink = { id: string; tookanId: string; key: string };

export const uidIn = ({ authorization = "" }: Headers): string =>
  JSON.parse(Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString()).sub;

function member(name: string, role: string, email = `${name}@demo.test`, password?: string): Person {
  return {
    name,
    role,
    permissions: permissionsForRole(role),
    enter: (product) => signIn(product, email, password),
    sign: (headers) => ({ path: `/api/users/${uidIn(headers)}`, holds: `"role":"${role}"` }),
  };
}

/** People of every role: strangers, those of tenants with each kind of report, and platform admins. */
export function everyone(link: EmbedLink): Person[] {
  const managers = ["tookan", "warehouse", "genesis", "docman", "other", "acme"];
  return [
    { name: "visitor", role: "visitor", permissions: new Set(), enter: async () => ({}), sign: () => null },
    {
      name: "newcomer",
      role: "newcomer",
      permissions: permissionsForRole(null),
      enter: (product) => signIn(product, "newcomer@fuzz.test", fuzzPassword),
      sign: () => ({ path: "/api/sessions", holds: "items" }),
    },
    member("user", "user", "user@fuzz.test", fuzzPassword),
    ...managers.map((name) => member(name, "manager")),
    member("admin", "admin"),
    member("superadmin", "superadmin"),
    {
      name: "viewer",
      role: "viewer",
      permissions: permissionsForImpersonation("manager"),
      enter: lookAtManager,
      sign: () => ({ path: "/api/reports", holds: "items" }),
    },
    visitorOfLink("embedded", { tookan_id: link.tookanId, key: link.key }),
    visitorOfLink("embedded-bare", { tookan_id: "1001" }),
  ];
}

/** A platform admin looks at the account of a manager for support. */
async function lookAtManager(product: At): Promise<Headers> {
  const seen = uidIn(await signIn(product, "acme@demo.test"));
  const headers = { ...(await signIn(product, "superadmin@demo.test")), "content-type": "application/json" };
  const body = JSON.stringify({ reason: "To see what they see" });
  const response = await fetch(`${product.url}/api/admin/users/${seen}/view`, { method: "POST", headers, body });
  const { idToken } = (await response.json()) as { idToken?: string };
  if (!idToken) throw new Error("The account could not be looked at.");
  return { authorization: `Bearer ${idToken}` };
}

function visitorOfLink(name: string, opening: object): Person {
  return {
    name,
    role: "embedded",
    permissions: new Set(["embed.read"]),
    async enter(product) {
      const response = await fetch(`${product.url}/api/embed/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(opening),
      });
      const { token } = (await response.json()) as { token?: string };
      if (!token) throw new Error("The embedded report could not be opened.");
      return { authorization: `Bearer ${token}` };
    },
    sign: () => ({ path: "/api/embed/standing", holds: "version" }),
  };
}

/** Whether someone still is who it was. */
export async function isStill(person: Person, product: At, headers: Headers): Promise<boolean> {
  const sign = person.sign(headers);
  if (!sign) return true;
  const response = await fetch(`${product.url}${sign.path}`, { headers });
  return response.ok && (await response.text()).includes(sign.holds);
}
