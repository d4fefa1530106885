export { hasSignedIn } from "./account-store.ts";
export { createAuthenticate } from "./authenticate.ts";
export { createIdentity } from "./create-identity.ts";
export type { Identity } from "./identity.ts";
export { inviteAccount } from "./invite-account.ts";
export { openIdWire } from "./openid-wire.ts";
export { identityRoutes } from "./routes.ts";
export { seedAccount } from "./seed-account.ts";
export { identityWire } from "./wire.ts";
