import type { EntityDescription, EntityField } from "@console/contracts";
import { tenantRoles } from "@console/contracts/roles";
import type { FormValues } from "../../../blocks/resource-form/form-values.ts";

/** The steps of making a tenant, in their order; its data is connected once it is there. */
export const wizardSteps = ["identity", "reports", "person", "review", "data"] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** What each step is called and asks. */
export const stepWords: Record<WizardStep, { title: string; words: string }> = {
  identity: { title: "Identity", words: "Name, time zone and currency of the organisation." },
  reports: {
    title: "Reports",
    words: "Which reports its users see. If none is selected, every report that its data allows.",
  },
  person: { title: "First person", words: "The first user. Leave the address empty to invite someone later." },
  review: { title: "Review", words: "What will be created. Nothing is saved yet." },
  data: { title: "Data", words: "Where its figures come from." },
};

const identityFields = ["name", "slug", "aiqType", "timeZone", "currency", "plan", "contact", "logo"];
const personFields = ["email", "name", "role"];

/** The fields of a step that asks for fields of the tenant. */
export function fieldsOfStep({ fields }: EntityDescription, step: WizardStep): EntityField[] {
  const names = step === "identity" ? identityFields : step === "reports" ? ["reports"] : [];
  return names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
}

/** What is asked of the first person: one of the roles that a tenant has. */
export function fieldsOfPerson({ fields }: EntityDescription): EntityField[] {
  return personFields
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .map((field) => ({
      ...field,
      isRequired: false,
      choices: field.choices.filter(({ value }) => tenantRoles.has(value)),
    }));
}

/** What must be said before a step is left, each with what is wrong. */
export function lackingIn(fields: readonly EntityField[], values: FormValues): Record<string, string> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
  return Object.fromEntries(
    fields
      .filter(({ name, isRequired }) => isRequired && isEmpty(values[name]))
      .map(({ name, label, type }) => [name, `${type === "choice" ? "Choose" : "Enter"} ${label.toLowerCase()}.`]),
  );
}

/** The id that a name suggests: small letters, digits and hyphens. */
export function idFrom(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
}
