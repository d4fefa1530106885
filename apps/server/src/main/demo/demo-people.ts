import { routes } from "@console/contracts";
import { AppError } from "../../platform/errors.ts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";

export const demoPassword = "demo-password-1";

type DemoPerson = { email: string; name: string; role: string; tenantId: string | null; shows: string };

export const demoPeople: readonly DemoPerson[] = [
  {
    email: "superadmin@demo.test",
    name: "Sam Superadmin",
    role: "superadmin",
    tenantId: null,
    shows: "Platform, all rights",
  },
  { email: "admin@demo.test", name: "Ada Admin", role: "admin", tenantId: null, shows: "Platform" },
  {
    email: "tookan@demo.test",
    name: "Tara Tookan",
    role: "manager",
    tenantId: "demo-tookan",
    shows: "Delivery report",
  },
  {
    email: "warehouse@demo.test",
    name: "Walid Warehouse",
    role: "manager",
    tenantId: "demo-warehouse",
    shows: "Warehouse report",
  },
  {
    email: "genesis@demo.test",
    name: "Gina Genesis",
    role: "manager",
    tenantId: "demo-genesis",
    shows: "Branch report",
  },
  { email: "docman@demo.test", name: "Dov Docman", role: "manager", tenantId: "demo-docman", shows: "Document report" },
  {
    email: "other@demo.test",
    name: "Omar Other",
    role: "manager",
    tenantId: "demo-other",
    shows: "All figures of a small tenant",
  },
  {
    email: "acme@demo.test",
    name: "Amira Acme",
    role: "manager",
    tenantId: "demo-acme",
    shows: "Second delivery tenant",
  },
  { email: "user@demo.test", name: "Uma User", role: "user", tenantId: "demo-acme", shows: "Acme, reports only" },
  {
    email: "accountant@demo.test",
    name: "Adel Accountant",
    role: "accountant",
    tenantId: "demo-acme",
    shows: "Acme, keeps the ledger",
  },
];

/** Tells the login page whom to sign in as, in a demonstration only. */
export const demoEndpoint: Endpoint = handle(routes.getDemoSignIns, async ({ config }) => {
  if (!config.isDemo) throw new AppError("not_found", "This is not a demo.");
  return { password: demoPassword, people: demoPeople.map(({ email, shows }) => ({ email, shows })) };
});
