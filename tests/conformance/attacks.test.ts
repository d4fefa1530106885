import { afterAll, beforeAll, describe } from "vitest";
import { checkGuessing } from "./attack-guess-checks.ts";
import { checkSessions } from "./attack-session-checks.ts";
import { checkForgery } from "./attack-token-checks.ts";
import { checkWalls } from "./attack-wall-checks.ts";
import { type IdentityProduct, startIdentityProduct } from "./identity-product.ts";

/** As an operator runs it; callers choose the address they come from, as behind a proxy. */
let strict: IdentityProduct;
/** With the test switches, which also show the mails' codes. */
let open: IdentityProduct;
beforeAll(async () => {
  const environment = { IDENTITY_TEST_MODE: "0", TRUST_PROXY: "127.0.0.1" };
  [strict, open] = await Promise.all([startIdentityProduct(environment), startIdentityProduct()]);
}, 120_000);
afterAll(() => Promise.all([strict.stop(), open.stop()]), 60_000);

describe("forged tokens", () => checkForgery(() => ({ strict, open })));
describe("stolen sessions", () => checkSessions(() => ({ strict, open })));
describe("walls", () => checkWalls(() => ({ strict, open })));
describe("guesses", () => checkGuessing(() => ({ strict, open })));
