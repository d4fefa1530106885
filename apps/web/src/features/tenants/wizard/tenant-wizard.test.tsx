import type { EntityDescription, EntityField } from "@console/contracts";
import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/api.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { TenantWizard } from "./tenant-wizard.tsx";
import { idFrom } from "./wizard-steps.ts";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const field = (name: string, label: string, more: Partial<EntityField> = {}): EntityField => ({
  name,
  label,
  type: "text",
  choices: [],
  help: null,
  isRequired: false,
  isGiven: true,
  isChanged: true,
  shown: "list",
  isSortable: true,
  isFilter: false,
  max: null,
  refersTo: null,
  ...more,
});
const choice = (...values: string[]) => ({ type: "choice", choices: values.map((value) => ({ value, label: value })) });
const described = (name: string, fields: EntityField[]): EntityDescription => ({
  name,
  one: "Tenant",
  many: "Tenants",
  title: "name",
  fields,
  acts: [],
  sort: { by: "name", dir: "asc" },
  canCreate: true,
  canChange: true,
  canImport: true,
});
const description = described("tenants", [
  field("name", "Name", { isRequired: true }),
  field("slug", "Id", { isRequired: true }),
  field("aiqType", "Type", { isRequired: true, ...choice("Tookan", "Genesis") }),
  field("timeZone", "Time zone", { isRequired: true, initial: "UTC" }),
  field("currency", "Currency", { isRequired: true, initial: "BHD" }),
  field("reports", "Reports", { ...choice("sales", "stock"), type: "choices" }),
]);
const users = described("users", [
  field("email", "Email", { type: "email", isRequired: true }),
  field("name", "Name"),
  field("role", "Role", choice("superadmin", "manager", "user")),
]);

const screen = createScreen();
const { says, press, type, callInputs, control } = screen;

beforeEach(() => {
  Object.assign(screen.answers, { describeEntity: users, createEntity: { id: "gulf-foods", name: "Gulf Foods" } });
});

async function toPerson() {
  await screen.show(<TenantWizard description={description} />, "do=new");
  await says("Name, time zone and currency");
  await type("Name", "Gulf Foods");
  await type("Type", "Genesis");
  await press("Next");
  await says("Which reports its users see");
  await press("Next");
  await says("The first user");
}

test("a name suggests an id of small letters, digits and hyphens", () => {
  expect(idFrom("  Crème & Söhne, Ltd. ")).toBe("creme-sohne-ltd");
  expect(idFrom("شركة")).toBe("");
});

test("the id follows the name until someone types one, and a step is not left with a gap", async () => {
  await screen.show(<TenantWizard description={description} />, "do=new");
  await says("Name, time zone and currency");
  await type("Name", "Gulf Foods");
  expect(control("Id").value).toBe("gulf-foods");
  await press("Next");
  await says("Choose type.");
  await type("Id", "gf");
  await type("Name", "Gulf Foods Ltd");
  expect(control("Id").value).toBe("gf");
});

test("the tenant is made, its first person invited, and the data is connected next", async () => {
  await toPerson();
  await type("Email", "noor@gulf.example");
  await press("Next");
  await says("Nothing is saved yet");
  await says("All that its data allows");
  await press("Create tenant");
  await waitFor(() => expect(screen.address()).toBe("?do=connect&row=gulf-foods&tab=sources"));
  expect(callInputs("createEntity")).toMatchObject([
    { entity: "tenants", fields: { name: "Gulf Foods", slug: "gulf-foods", aiqType: "Genesis", currency: "BHD" } },
    { entity: "users", fields: { email: "noor@gulf.example", role: "manager", tenantId: "gulf-foods" } },
  ]);
});

test("what the server refuses leads back to its step, and everything typed is still there", async () => {
  screen.answers.createEntity = () => {
    const words = "Another tenant already has this.";
    throw new ApiError({ kind: "conflict", message: words, requestId: "r", fields: { slug: words } });
  };
  await toPerson();
  await press("Next");
  await press("Create tenant");
  await says("Another tenant already has this.");
  expect([control("Name").value, control("Id").value]).toEqual(["Gulf Foods", "gulf-foods"]);
  expect(document.activeElement).toBe(control("Id"));
});

test("when only the invitation is refused the tenant is not made twice", async () => {
  screen.answers.createEntity = ({ entity }: { entity: string }) => {
    if (entity === "tenants") return { id: "gulf-foods", name: "Gulf Foods" };
    const words = "A user with this address already exists.";
    throw new ApiError({ kind: "conflict", message: words, requestId: "r", fields: { email: words } });
  };
  await toPerson();
  await type("Email", "noor@gulf.example");
  await press("Next");
  await press("Create tenant");
  await says("The tenant was created, but nobody is invited yet.");
  await says("A user with this address already exists.");
  await press("Skip");
  await waitFor(() => expect(screen.address()).toContain("row=gulf-foods"));
  expect(callInputs("createEntity").map((one) => (one as { entity: string }).entity)).toEqual(["tenants", "users"]);
});
