import { sql } from "kysely";
import type { Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { wrongField } from "../../platform/errors.ts";
import { peopleRelation } from "../directory/index.ts";
import { createCustomModel, placeOnServer, removeCustomModel } from "./manage-custom-models.ts";
import type { ModelServers } from "./model-servers.ts";
import { namesModel } from "./policy-store.ts";
import { findProvider } from "./provider-store.ts";

const modelName = /^[\w.:/@-]+$/;

// across tenants: whoever looks after a model is told how many use it.
const usedBy = sql`(select count(*)::int from (
    select distinct on (tenant_id) * from model_policies order by tenant_id, version desc
  ) as held where ${namesModel(sql`(r.provider_id || '/' || r.name)`)})`;

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Model",
    label: "Name",
    type: "text",
    max: 200,
    isRequired: true,
    edit: "once",
    isSearched: true,
    shown: "list",
    help: "Letters, digits, dots, colons, slashes and hyphens, such as brief-answers.",
    check: (value) => (modelName.test(value) ? null : "Use letters, digits, dots, colons, slashes and hyphens."),
  },
  providerId: {
    group: "Model",
    label: "Server",
    type: "text",
    max: 64,
    isRequired: true,
    edit: "once",
    isFilter: true,
    shown: "list",
    refersTo: {
      entity: "providers",
      by: "name",
      title: sql`p.name`,
      isAvailable: async (context, id) => (await findProvider(context, id)) !== null,
    },
  },
  base: {
    group: "Model",
    label: "Based on",
    type: "text",
    max: 200,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "A model of the same server, such as llama3.2:3b.",
    check: (value) => (modelName.test(value) ? null : "Use letters, digits, dots, colons, slashes and hyphens."),
  },
  instructions: {
    group: "Answers",
    label: "Instructions",
    type: "lines",
    max: 4000,
    shown: "detail",
    help: "Told to the model behind the rules that nobody changes.",
  },
  temperature: {
    group: "Answers",
    label: "Temperature",
    type: "text",
    max: 5,
    shown: "column",
    isSortable: false,
    help: "From 0 (always the same) to 2. Leave it empty for that of the product.",
    check: (value) => findNumberProblem(value, 2),
  },
  topP: {
    group: "Answers",
    label: "Top P",
    type: "text",
    max: 5,
    shown: "column",
    isSortable: false,
    help: "From 0 to 1. Leave it empty for that of the server.",
    check: (value) => findNumberProblem(value, 1),
  },
  contextTokens: {
    group: "Answers",
    label: "Context (tokens)",
    type: "count",
    max: 1_000_000,
    shown: "column",
    help: "From 1,024. Servers that are not Ollama set it themselves.",
  },
  mostTokens: {
    group: "Answers",
    label: "Longest answer (tokens)",
    type: "count",
    max: 4096,
    shown: "column",
    help: "From 1 to 4,096.",
  },
  usedBy: {
    group: "Use",
    label: "Organisations that name it",
    type: "count",
    edit: "never",
    column: usedBy,
    isNeverEmpty: true,
    shown: "list",
    help: "Those whose policy allows it by its name or has it as the default.",
  },
  createdAt: { group: "Use", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** Models made of others, with instructions and parameters. */
export function customModelsEntity(servers: ModelServers): Entity {
  return {
    name: "custom-models",
    one: "Custom model",
    many: "Custom models",
    table: "custom_models",
    people: peopleRelation,
    title: "name",
    from: sql`custom_models as r join model_providers p on p.id = r.provider_id`,
    permissions: { read: "models.manage", manage: "models.manage" },
    fields,
    headline: ["providerId", "base", "usedBy"],
    sort: { by: "name", dir: "asc" },
    acts: {
      remove: {
        label: "Remove",
        done: "Removed.",
        question: "It is deleted from its server, and cannot be chosen any more.",
        isDestructive: true,
        isSingle: true,
        fields: {
          isInUse: {
            label: "Also where organisations name it",
            type: "flag",
            help: "Those answer without it from then on.",
          },
        },
        run: (context, row, { isInUse }) => removeCustomModel(context, row, isInUse === true, servers),
      },
    },
    async check(_, __, { contextTokens, mostTokens }) {
      if (typeof contextTokens === "number" && contextTokens < 1024)
        throw wrongField("contextTokens", "Enter at least 1,024, or nothing.");
      if (mostTokens === 0) throw wrongField("mostTokens", "Enter at least 1, or nothing.");
    },
    create: (context, columns) => createCustomModel(context, columns, servers),
    changed: (context, _, after) =>
      placeOnServer(context, String(after.providerId), { name: String(after.name), isNew: false }, servers),
  };
}

function findNumberProblem(text: string, most: number): string | null {
  const number = Number(text);
  const isRight = /^\d(\.\d{1,3})?$/.test(text) && number <= most;
  return isRight ? null : `Enter a number from 0 to ${most}, such as 0.2, or nothing.`;
}
