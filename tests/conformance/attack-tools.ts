import { errorCode, type IdentityProduct, type WireAnswer } from "./identity-product.ts";

/** The product as operators run it, and the one with the test switches. */
export type Targets = () => { strict: IdentityProduct; open: IdentityProduct };

/** The password of every demo account. */
export const demoPassword = "demo-password-1";

let lastAddress = 0;
/** The headers of a caller from an address that nobody has used before. */
export function fromNewAddress(): { "x-forwarded-for": string } {
  lastAddress += 1;
  return { "x-forwarded-for": `10.20.${lastAddress >> 8}.${lastAddress & 255}` };
}

/** Signs in a demo account from an address of its own. */
export async function signInDemo(
  identity: IdentityProduct,
  name: string,
  { password = demoPassword, headers = fromNewAddress() }: { password?: string; headers?: Record<string, string> } = {},
): Promise<{ localId: string; idToken: string; refreshToken: string }> {
  const email = `${name}@demo.test`;
  const answer = await identity.call("/v1/accounts:signInWithPassword", { email, password }, headers);
  const { localId, idToken, refreshToken } = answer.body;
  if (!localId || !idToken || refreshToken === undefined) {
    throw new Error(`${email} got ${answer.status} ${errorCode(answer)}`);
  }
  return { localId, idToken, refreshToken };
}

/** A call of the console's own API with a bearer token. */
export function askApi(
  identity: IdentityProduct,
  target: string,
  idToken: string | null,
  init: { method?: string; body?: unknown } = {},
): Promise<WireAnswer> {
  return identity.ask(target, {
    method: init.method ?? "GET",
    headers: {
      ...(idToken !== null && { authorization: `Bearer ${idToken}` }),
      ...(init.body !== undefined && { "content-type": "application/json" }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
}
