import {
  type getModelPolicy as getContract,
  type ModelPolicy,
  type RoleName,
  roleNames,
  type setModelPolicy as setContract,
  type TenantPolicy,
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
import { listDefaults, sortRoles } from "./role-policies.ts";
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
  { tenantId: owner, version, policy: wanted, isConfirmed }: z.output<(typeof setContract)["input"]>,
  { systemText, hasPassed }: PolicyParts,
): Promise<TenantPolicy> {
  const { tenantId, name } = await requireOwner(context, owner);
  const policy = wanted && { ...wanted, roles: sortRoles(wanted.roles) };
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

/** Refuses another default of everyone or a role, or other instructions for it, without an evaluation until confirmed. */
async function requirePassed(
  context: Context,
  { before, policy, hasPassed }: { before: ModelPolicy; policy: ModelPolicy; hasPassed: HasPassed },
): Promise<void> {
  const { instructions } = policy;
  const isSame = instructions === before.instructions;
  const former = new Map(listDefaults(before).map(({ role, model }) => [role, model]));
  const changed = listDefaults(policy).flatMap(({ role, model }) =>
    model === null || (isSame && former.get(role) === model) ? [] : [model],
  );
  for (const model of new Set(changed)) {
    if (await hasPassed(context, { model, instructions })) continue;
    const name = readModelId(model)?.model ?? model;
    const told = instructions === "" ? "without instructions" : "with these instructions";
    const message = `${name} has passed no evaluation ${told}. Its answers may be worse than those of now.`;
    throw new AppError("conflict", message, { fields: { isConfirmed: message } });
  }
}

async function requireOwner(context: Context, owner: string): Promise<{ tenantId: string; name: string }> {
  if (owner === everyone) return { tenantId: platformTenant, name: "all tenants" };
  const name = (await findTenantNames(context, [owner])).get(owner);
  if (name === undefined) throw new AppError("not_found", "There is no such tenant.");
  return { tenantId: owner, name };
}

async function checkPolicy(context: Context, { models, defaultModel, roles }: ModelPolicy): Promise<void> {
  checkModels("models", models);
  await checkDefault(context, "defaultModel", { models, model: defaultModel });
  for (const [role, own] of Object.entries(roles)) {
    const [field, name] = [`roles.${role}`, roleNames[role as RoleName]];
    checkModels(field, own.models);
    const extra = own.models?.find((id) => models !== null && !models.includes(id));
    if (extra !== undefined) throw wrongField(field, `${name}: ${extra} is not among the allowed models.`);
    await checkDefault(context, field, { models: own.models ?? models, model: own.default });
  }
}

function checkModels(field: string, models: readonly string[] | null): void {
  for (const id of models ?? []) {
    if (!readModelId(id)) throw wrongField(field, `${id} is not a model of a server.`);
  }
}

async function checkDefault(
  context: Context,
  field: string,
  { models, model }: { models: readonly string[] | null; model: string | null },
): Promise<void> {
  if (model === null) return;
  if (models !== null && !models.includes(model)) {
    throw wrongField(field, "The default model must be one of those that are allowed.");
  }
  const named = readModelId(model);
  if (named && (await findProvider(context, named.provider))) return;
  throw wrongField(field, "The server of this model is not there any more. Choose another model.");
}
