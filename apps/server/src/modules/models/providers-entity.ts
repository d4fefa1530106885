import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { peopleRelation } from "../directory/index.ts";
import { checkAddress, findAddressProblem } from "./check-address.ts";
import { keyPurpose, type ModelServers } from "./model-servers.ts";
import { deleteProvider, findProvider, operatorId, setSealedKey } from "./provider-store.ts";
import { testProvider } from "./test-provider.ts";

const kinds = { ollama: "Ollama", openai: "OpenAI-compatible" };
const longestKey = 1000;
const mostSlots = 256;

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Server",
    label: "Name",
    type: "text",
    max: 80,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "As people read it beside its models, such as Server in the office.",
  },
  kind: {
    group: "Server",
    label: "Type",
    type: "choice",
    choices: kinds,
    isRequired: true,
    initial: "ollama",
    edit: "once",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  address: {
    group: "Server",
    label: "Address",
    type: "text",
    max: 500,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Such as http://127.0.0.1:11434. One in a private network must be allowed with MODEL_HOSTS.",
    check: findAddressProblem,
  },
  origin: {
    group: "Server",
    label: "Set up by",
    type: "choice",
    choices: { operator: "OLLAMA_URL", people: "An admin" },
    column: sql`case when r.id = ${operatorId} then 'operator' else 'people' end`,
    edit: "never",
    isSortable: false,
    shown: "column",
  },
  isEnabled: {
    group: "Use",
    label: "Enabled",
    type: "flag",
    initial: true,
    isRequired: true,
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  priority: {
    group: "Use",
    label: "Order",
    type: "count",
    max: 1000,
    initial: 100,
    isRequired: true,
    isNeverEmpty: true,
    shown: "list",
    help: "Where several servers have a model, those with a lower number are asked first.",
  },
  slots: {
    group: "Use",
    label: "Answers at once",
    type: "count",
    max: mostSlots,
    initial: 2,
    isRequired: true,
    isNeverEmpty: true,
    shown: "column",
    help: "From 1 to 256. More wait in line.",
  },
  allowCloud: {
    group: "Use",
    label: "Allow cloud models",
    type: "flag",
    initial: false,
    isRequired: true,
    isNeverEmpty: true,
    shown: "column",
    help: "What they are asked leaves your own machines. A server whose host is not in MODEL_HOSTS counts as one.",
  },
  contextTokens: {
    group: "Use",
    label: "Context (tokens)",
    type: "count",
    max: 10_000_000,
    shown: "detail",
    when: { field: "kind", values: ["ollama"] },
    help: "How much a model sees at once. Leave it empty for 16,384.",
  },
  hasKey: {
    group: "Server",
    label: "Has a key",
    type: "flag",
    edit: "never",
    column: sql`r.sealed_key is not null`,
    isSortable: false,
    shown: "column",
  },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** The servers of models. Their keys go in and never come out. */
export function providersEntity(servers: ModelServers): Entity {
  return {
    name: "providers",
    one: "Model server",
    many: "Model servers",
    table: "model_providers",
    people: peopleRelation,
    title: "name",
    permissions: { read: "models.manage", manage: "models.manage" },
    fields,
    headline: ["address", "isEnabled", "hasKey"],
    sort: { by: "priority", dir: "asc" },
    scope: ({ config }) => (config.ollamaUrl === null ? sql<boolean>`r.id <> ${operatorId}` : null),
    acts: describeActs(servers),
    async check(context, before, input) {
      const { address, slots, contextTokens } = input;
      if (typeof address === "string" && before?.id === operatorId && address !== before.address) {
        throw wrongField("address", "The operator sets this address with OLLAMA_URL.");
      }
      if (typeof address === "string" && before?.id !== operatorId) await checkAddress(address, context.config);
      if (typeof slots === "number" && slots < 1) throw wrongField("slots", "Enter a whole number from 1 to 256.");
      if (typeof contextTokens === "number" && contextTokens < 1024) {
        throw wrongField("contextTokens", "Enter at least 1,024, or nothing.");
      }
    },
  };
}

function describeActs(servers: ModelServers): Readonly<Record<string, ActSpec>> {
  return {
    test: {
      label: "Test",
      done: "It answered.",
      isMain: true,
      isSingle: true,
      run: async (context, { id }) => testProvider(await requireProvider(context, String(id)), servers),
    },
    setKey: {
      label: "Replace key",
      done: "The new key is used from now on.",
      isSingle: true,
      fields: {
        key: {
          label: "Key",
          type: "text",
          max: longestKey,
          isRequired: true,
          isSecret: true,
          help: "It is sealed and cannot be shown again.",
          check: (value) =>
            /^[\x21-\x7e]+$/.test(value) ? null : "A key has letters, digits and signs, and no spaces.",
        },
      },
      async run(context, { id }, { key }) {
        const sealed = await context.secrets.seal(context, keyPurpose(String(id)), String(key));
        await setSealedKey(context, String(id), sealed);
        return undefined;
      },
    },
    removeKey: {
      label: "Remove key",
      done: "The key is deleted.",
      question: "The server is asked without a key from now on.",
      isDestructive: true,
      when: { field: "hasKey", values: ["true"] },
      async run(context, { id }) {
        await setSealedKey(context, String(id), null);
        return undefined;
      },
    },
    remove: {
      label: "Remove",
      done: "Removed.",
      question: "Its models cannot be chosen any more, and its key is deleted. The models stay on the server.",
      isDestructive: true,
      when: { field: "origin", values: ["people"] },
      async run(context, { id }) {
        await deleteProvider(context, String(id));
        return undefined;
      },
    },
  };
}

async function requireProvider(context: Context, id: string) {
  const row = await findProvider(context, id);
  if (!row) throw new AppError("not_found", "There is no such model server.");
  return row;
}
