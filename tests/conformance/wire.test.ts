import { afterAll, beforeAll, describe } from "vitest";
import { type IdentityProduct, startIdentityProduct } from "./identity-product.ts";
import { checkWireAccounts } from "./wire-account-checks.ts";
import { checkWireErrors } from "./wire-error-checks.ts";
import { checkWireTokens } from "./wire-token-checks.ts";
import { checkWireTransport } from "./wire-transport-checks.ts";

let identity: IdentityProduct;
beforeAll(async () => {
  identity = await startIdentityProduct();
}, 60_000);
afterAll(() => identity.stop(), 60_000);

describe("transport", () => checkWireTransport(() => identity));
describe("errors", () => checkWireErrors(() => identity));
describe("accounts", () => checkWireAccounts(() => identity));
describe("tokens", () => checkWireTokens(() => identity));
