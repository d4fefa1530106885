import { z } from "zod";
import { instant } from "./primitives.ts";
import { type RoleName, roleNames } from "./roles.ts";
import { route } from "./route.ts";

const providerId = z.string().min(1).max(64);
const modelName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\w.:/@-]+$/, "Use letters, digits, dots, colons, slashes and hyphens, such as llama3.2:3b.");
/** A provider and a model of it, as `provider/name`. */
const modelId = z.string().min(3).max(300);

const managed = { permission: "models.manage", logPart: "assistant", topics: ["models"] } as const;

/** A model of a server as admins see it; null where the server does not say. */
const managedModel = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.object({ id: z.string(), name: z.string(), kind: z.enum(["ollama", "openai"]) }),
  sizeBytes: z.number().nullable(),
  parameterSize: z.string().nullable(),
  quantization: z.string().nullable(),
  contextTokens: z.number().nullable(),
  capabilities: z.array(z.string()).nullable(),
  modifiedAt: instant.nullable(),
  /** Whether what it is asked leaves the operator's own machines. */
  isCloud: z.boolean(),
  /** Whether it may be chosen for answers at all: it can chat, and it is no cloud model where those are not allowed. */
  canAnswer: z.boolean(),
  /** What it did in the last seven days; null where it was not asked. */
  lately: z
    .object({
      answers: z.number(),
      errors: z.number(),
      firstWordMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
    })
    .nullable(),
  loaded: z
    .object({
      sizeBytes: z.number().nullable(),
      /** How much of it the graphics processor holds. */
      gpuBytes: z.number(),
      /** When it is unloaded unless it is asked again; null where it stays. */
      expiresAt: instant.nullable(),
    })
    .nullable(),
});
export type ManagedModel = z.output<typeof managedModel>;

export const pullStates = ["running", "done", "failed", "canceled", "interrupted"] as const;

const modelPull = z.object({
  id: z.string(),
  provider: z.object({ id: z.string(), name: z.string() }),
  model: z.string(),
  state: z.enum(pullStates),
  /** What the server says that it does. */
  step: z.string(),
  doneBytes: z.number(),
  /** Null until the server has said it. */
  totalBytes: z.number().nullable(),
  problem: z.string().nullable(),
  startedAt: instant,
});
export type ModelPull = z.output<typeof modelPull>;

export const listManagedModels = route({
  method: "GET",
  path: "/api/admin/models",
  ...managed,
  summary: "The models of all servers that are enabled, which of them are loaded, and which servers do not answer.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(managedModel),
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(["ollama", "openai"]),
        /** Why its models are not among them; null where it answers. */
        problem: z.string().nullable(),
      }),
    ),
  }),
});

export const listModelPulls = route({
  method: "GET",
  path: "/api/admin/model-pulls",
  ...managed,
  isQuiet: true,
  summary: "The last downloads of models, newest first, and how far each is.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(modelPull) }),
});

export const pullModel = route({
  method: "POST",
  path: "/api/assistant/models/pull",
  ...managed,
  summary: "Starts the download of a model to its server, or goes on with one that has stopped.",
  input: z.strictObject({ provider: providerId, model: modelName }),
  output: modelPull,
  status: 202,
  failures: ["not_found", "conflict"],
});

export const cancelModelPull = route({
  method: "POST",
  path: "/api/admin/model-pulls/{pull}/cancel",
  ...managed,
  summary: "Stops a download; what has come stays with the server, and the next one goes on from there.",
  input: z.strictObject({ pull: z.string().min(1).max(64) }),
  output: modelPull,
  failures: ["not_found"],
});

/** How long a model may stay loaded. */
export const keepAlives = {
  "5m": "5 minutes",
  "1h": "1 hour",
  "12h": "12 hours",
  always: "Until it is unloaded",
} as const;

const keepAlive = z.enum(Object.keys(keepAlives) as [keyof typeof keepAlives]);

const dayTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 08:30.");
const preloadTimes = z.strictObject({
  /** Monday is 1, Sunday is 7. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  /** As the clocks of the zone show them. */
  beginsAt: dayTime,
  endsAt: dayTime,
  timeZone: z.string().min(1).max(64),
  keepAlive,
});
/** When a model is loaded by itself. */
const modelPreload = preloadTimes.extend({
  lastRunAt: instant.nullable(),
  /** Why the last run did not load it. */
  lastProblem: z.string().nullable(),
});
export type ModelPreload = z.output<typeof modelPreload>;

export const getModel = route({
  method: "GET",
  path: "/api/assistant/models/{model}",
  ...managed,
  summary: "What a model can do, what it is made of, and whether it is loaded.",
  input: z.strictObject({ model: modelId }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    provider: z.object({ id: z.string(), name: z.string() }),
    family: z.string().nullable(),
    parameterSize: z.string().nullable(),
    quantization: z.string().nullable(),
    contextTokens: z.number().nullable(),
    capabilities: z.array(z.string()).nullable(),
    system: z.string().nullable(),
    parameters: z.array(z.object({ name: z.string(), value: z.string() })),
    isCloud: z.boolean(),
    /** Where its server passes on what it is asked. */
    remoteHost: z.string().nullable(),
    isLoaded: z.boolean(),
    expiresAt: instant.nullable(),
    /** The tenants whose policy names it; "platform" stands for all. */
    usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
    /** When it is loaded by itself; null where it is not. */
    preload: modelPreload.nullable(),
  }),
  failures: ["not_found", "upstream_failed"],
});

export const deleteModel = route({
  method: "DELETE",
  path: "/api/assistant/models/{model}",
  ...managed,
  summary: "Deletes a model from its server; one that a policy names only once that is confirmed.",
  input: z.strictObject({ model: modelId, isConfirmed: z.stringbool().default(false) }),
  output: z.object({ id: z.string() }),
  failures: ["not_found", "conflict", "upstream_failed"],
});

export const loadModel = route({
  method: "POST",
  path: "/api/assistant/models/{model}/load",
  ...managed,
  summary: "Loads a model into the memory of its server, where it stays for a while.",
  input: z.strictObject({
    model: modelId,
    keepAlive: keepAlive.default("5m"),
  }),
  /** It may still be loading, which goes on. */
  output: z.object({ id: z.string(), isLoaded: z.boolean() }),
  failures: ["not_found", "upstream_failed"],
});

export const unloadModel = route({
  method: "POST",
  path: "/api/assistant/models/{model}/unload",
  ...managed,
  summary: "Takes a model out of the memory of its server.",
  input: z.strictObject({ model: modelId }),
  output: z.object({ id: z.string() }),
  failures: ["not_found", "upstream_failed"],
});

export const setModelPreload = route({
  method: "PUT",
  path: "/api/assistant/models/{model}/preload",
  ...managed,
  summary: "Sets the hours in which a model is loaded by itself; null where it is not.",
  input: z.strictObject({ model: modelId, preload: preloadTimes.nullable() }),
  output: z.object({ preload: modelPreload.nullable() }),
  failures: ["not_found", "conflict"],
});

/** What is different for those of one role. */
const rolePolicy = z.strictObject({
  /** Those of the allowed models that they may choose; null where they may choose all of these. */
  models: z.array(modelId).max(200).nullable(),
  /** The model that answers where they choose none; null where it is the one that answers everyone. */
  default: modelId.nullable(),
});
export type RolePolicy = z.output<typeof rolePolicy>;

/** What may be asked of models. */
const modelPolicy = z.object({
  /** The models that may be chosen, by their ids; null where all may. */
  models: z.array(modelId).max(200).nullable(),
  /** The model that answers where nobody chooses; null where none does. */
  defaultModel: modelId.nullable(),
  /** What is different for some roles. */
  roles: z.partialRecord(z.enum(Object.keys(roleNames) as [RoleName]), rolePolicy).default({}),
  /** What models are told beside the rules that nobody changes. */
  instructions: z.string().trim().max(4000),
  isChatOn: z.boolean(),
  /** Whether models put answers into words; else the engine alone answers. */
  writesProse: z.boolean(),
  /** Whether models see names and shapes only, and no figures. */
  keepsFigures: z.boolean(),
  /** Whether people may ask about files of their own. */
  allowsAttachments: z.boolean(),
});
export type ModelPolicy = z.output<typeof modelPolicy>;

const tenantPolicy = z.object({
  /** What holds. */
  policy: modelPolicy,
  /** Whether it is the tenant's own; else it is that of the platform. */
  isOwn: z.boolean(),
  /** The last version of its own; 0 where there was none. */
  version: z.number().int(),
  /** What held before, newest first; null stands for that of the platform. */
  versions: z.array(
    z.object({ version: z.number().int(), by: z.string(), at: instant, policy: modelPolicy.nullable() }),
  ),
  /** The whole text that models are told: without own instructions, and with `{instructions}` in their place. */
  systemText: z.object({ bare: z.string(), framed: z.string() }),
});
export type TenantPolicy = z.output<typeof tenantPolicy>;

/** A tenant, or `all` for the platform. */
const policyOwner = z.string().min(1).max(128);

export const getModelPolicy = route({
  method: "GET",
  path: "/api/admin/model-policies/{tenantId}",
  ...managed,
  summary: "What may be asked of models in a tenant, or with `all` in those without a policy of their own.",
  input: z.strictObject({ tenantId: policyOwner }),
  output: tenantPolicy,
  failures: ["not_found"],
});

export const setModelPolicy = route({
  method: "PUT",
  path: "/api/admin/model-policies/{tenantId}",
  ...managed,
  summary: "Changes what may be asked of models; without a policy a tenant has that of the platform again.",
  input: z.strictObject({
    tenantId: policyOwner,
    /** The version that was read: one that someone has changed since is not written over. */
    version: z.number().int().min(0),
    policy: modelPolicy.nullable(),
    /** A model, or instructions, may answer by default though no evaluation was passed with them. */
    isConfirmed: z.boolean().default(false),
  }),
  output: tenantPolicy,
  failures: ["not_found", "conflict"],
});
