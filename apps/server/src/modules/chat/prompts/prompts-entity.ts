import { longestPrompt, longestPromptName, roleNames } from "@console/contracts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { wrongField } from "../../../platform/errors.ts";
import { findUnknownTenants, peopleRelation } from "../../directory/index.ts";
import { deleteOffered } from "./prompt-store.ts";

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Prompt",
    label: "Name",
    type: "text",
    max: longestPromptName,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "People find it by its name when they type / where they ask.",
  },
  text: {
    group: "Prompt",
    label: "Text",
    type: "lines",
    column: "body",
    max: longestPrompt,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "What is to be filled in stands in braces, such as: late deliveries of {driver} last month.",
    check: findBraceProblem,
  },
  audience: {
    group: "Audience",
    label: "Audience",
    type: "choice",
    choices: { all: "Everyone", tenants: "Tenants", roles: "Roles" },
    isRequired: true,
    initial: "all",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  tenants: {
    group: "Audience",
    label: "Tenants",
    type: "choices",
    choicesFrom: { entity: "tenants", by: "name" },
    when: { field: "audience", values: ["tenants"] },
    shown: "column",
  },
  roles: {
    group: "Audience",
    label: "Roles",
    type: "choices",
    choices: roleNames,
    when: { field: "audience", values: ["roles"] },
    shown: "column",
  },
  isEnabled: {
    group: "Prompt",
    label: "Enabled",
    type: "flag",
    initial: true,
    isRequired: true,
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** The questions that the platform offers to those who ask. */
export const promptsEntity: Entity = {
  name: "prompts",
  one: "Prompt",
  many: "Prompts",
  table: "assistant_prompts",
  people: peopleRelation,
  title: "name",
  permissions: { read: "models.manage", manage: "models.manage" },
  fields,
  headline: ["audience", "isEnabled"],
  sort: { by: "name", dir: "asc" },
  acts: {
    remove: {
      label: "Remove",
      done: "Removed.",
      question: "Nobody is offered it any more. What was asked with it stays.",
      isDestructive: true,
      async run(context, { id }) {
        await deleteOffered(context, String(id));
        return undefined;
      },
    },
  },
  async check(context, before, input) {
    const value = (name: string) => (name in input ? input[name] : before?.[name]);
    const list = (name: string) => (Array.isArray(value(name)) ? (value(name) as unknown[]).map(String) : []);
    if (value("audience") === "roles" && list("roles").length === 0)
      throw wrongField("roles", "Choose the roles that may use it.");
    if (value("audience") !== "tenants") return;
    if (list("tenants").length === 0) throw wrongField("tenants", "Choose the tenants that may use it.");
    const unknown = await findUnknownTenants(context, list("tenants"));
    if (unknown.length > 0) throw wrongField("tenants", `There is no tenant ${unknown.join(", ")}.`);
  },
};

/** A placeholder that is not closed would be sent as it stands. */
function findBraceProblem(text: string): string | null {
  const rest = text.replace(/\{[^{}\n]{1,40}\}/g, "");
  return /[{}]/.test(rest) ? "Write each placeholder as {name}, with up to 40 characters." : null;
}
