import type {
  getModelPolicy as getContract,
  ModelPolicy,
  setModelPolicy as setContract,
  TenantPolicy,
} from "@console/contracts";
import type { z } from "zod";
import { describeChange } from "../../platform/audit/describe-change.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { findPeopleNames, findTenantNames } from "../directory/index.ts";
import { modelsChanged } from "./models-channel.ts";
import { findPolicy, insertPolicyVersion, selectPolicyVersions, toPolicy } from "./policy-store.ts";
import { findProvider } from "./provider-store.ts";
import { readModelId } from "./usable-models.ts";

/** Puts own instructions into the whole text that models are told. */
export type SystemText = (own: string | null) => string;

/** Whether a model has passed an evaluation with these instructions. */
export type HasPassed = (
  context: Pick<Context, "db">,
  tried: { model: string; instructions: string },
) => Promise<boolean>;

type PolicyParts = { systemText: SystemText; hasPassed: HasPassed };

const everyone = "all";

/** What may be asked of models in a tenant, and what was before. */
export async function getModelPolicy(
  context: Context,
  { tenantId: owner }: z.output<(typeof getContract)["input"]>,
  systemText: SystemText,
): Promise<TenantPolicy> {
  const { tenantId } = await requireOwner(context, owner);
  const versions = await selectPolicyVersions(context, tenantId);
  const names = await findPeopleNames(context, [...new Set(versions.map(({ changed_by }) => changed_by))]);
  return {
    policy: await findPolicy(context, tenantId),
    isOwn: versions[0]?.is_own ?? false,
    version: versions[0]?.version ?? 0,
    versions: versions.map((row) => ({
      version: row.version,
      by: names.get(row.changed_by) ?? row.changed_by,
      at: row.created_at.toISOString(),
      policy: row.is_own ? toPolicy(row) : null,
    })),
    systemText: { bare: systemText(null), framed: systemText("{instructions}") },
  };
}

/** Changes what may be asked of models in a tenant. */
export async function setModelPolicy(
  context: Context,
  { tenantId: owner, version, policy, isConfirmed }: z.output<(typeof setContract)["input"]>,
  { systemText, hasPassed }: PolicyParts,
): Promise<TenantPolicy> {
  const { tenantId, name } = await requireOwner(context, owner);
  if (policy) await checkPolicy(context, policy);
  const before = await findPolicy(context, tenantId);
  if (policy && !isConfirmed) await requirePassed(context, { before, policy, hasPassed });
  const [last] = await selectPolicyVersions(context, tenantId);
  const isNext = (last?.version ?? 0) === version;
  const next = { tenantId, version: version + 1, by: requirePerson(context), policy };
  if (!(isNext && (await insertPolicyVersion(context, next)))) {
    throw new AppError("conflict", "Someone has changed this policy meanwhile. Look at it again, then save.");
  }
  const act = policy === null ? "models.policy_removed" : "models.policy_changed";
  await recordAudit(context, {
    act,
    subject: `model-policies/${owner}`,
    details: { title: name, ...(policy && describeChange(before, policy)) },
    ...(tenantId !== platformTenant && { tenant: tenantId }),
  });
  await publishEvent(context, modelsChanged);
  return getModelPolicy(context, { tenantId: owner }, systemText);
}

/** Refuses another default, or other instructions for it, that have passed no evaluation, until that is confirmed. */
async function requirePassed(
  context: Context,
  { before, policy, hasPassed }: { before: ModelPolicy; policy: ModelPolicy; hasPassed: HasPassed },
): Promise<void> {
  const { defaultModel: model, instructions } = policy;
  if (model === null || (model === before.defaultModel && instructions === before.instructions)) return;
  if (await hasPassed(context, { model, instructions })) return;
  const name = readModelId(model)?.model ?? model;
  const told = instructions === "" ? "without instructions" : "with these instructions";
  const message = `${name} has passed no evaluation ${told}. Its answers may be worse than those of now.`;
  throw new AppError("conflict", message, { fields: { isConfirmed: message } });
}

async function requireOwner(context: Context, owner: string): Promise<{ tenantId: string; name: string }> {
  if (owner === everyone) return { tenantId: platformTenant, name: "all tenants" };
  const name = (await findTenantNames(context, [owner])).get(owner);
  if (name === undefined) throw new AppError("not_found", "There is no such tenant.");
  return { tenantId: owner, name };
}

async function checkPolicy(context: Context, { models, defaultModel }: ModelPolicy): Promise<void> {
  for (const id of models ?? []) {
    if (!readModelId(id)) throw wrongField("models", `${id} is not a model of a server.`);
  }
  if (defaultModel === null) return;
  if (models !== null && !models.includes(defaultModel)) {
    throw wrongField("defaultModel", "The default model must be one of those that are allowed.");
  }
  const named = readModelId(defaultModel);
  if (named && (await findProvider(context, named.provider))) return;
  throw wrongField("defaultModel", "The server of this model is not there any more. Choose another model.");
}
