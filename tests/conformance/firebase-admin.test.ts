import "./asked-urls.ts";

import { deleteApp } from "firebase-admin/app";
import { afterAll, beforeAll, describe } from "vitest";
import { type AdminSetup, setUpAdmin } from "./admin-client.ts";
import { checkAdminRights } from "./admin-right-checks.ts";
import { checkAdminUsers } from "./admin-user-checks.ts";
import { startIdentityProduct } from "./identity-product.ts";

let setup: AdminSetup;
beforeAll(async () => {
  // As it is for customers: without the switches of tests.
  setup = await setUpAdmin(await startIdentityProduct({ IDENTITY_TEST_MODE: "0" }));
}, 120_000);
afterAll(async () => {
  await deleteApp(setup.service.app);
  await setup.identity.stop();
}, 60_000);

describe("users", () => checkAdminUsers(() => setup));
describe("rights", () => checkAdminRights(() => setup));
