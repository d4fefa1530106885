import { type ModelPolicy, type RoleName, type RolePolicy, roleNames } from "@console/contracts";
import type { Actor } from "../../platform/context.ts";

const roles = Object.keys(roleNames) as RoleName[];

/** What holds for whoever asks: the policy with what is different for their role. Work of the product itself has none. */
export function narrowToRole(policy: ModelPolicy, actor: Actor): ModelPolicy {
  const own = actor.kind === "user" ? findRole(policy, actor.role) : undefined;
  return own ? { ...policy, models: chooseAmong(policy, own), defaultModel: findDefault(policy, own) } : policy;
}

function findRole({ roles: policies }: ModelPolicy, role: string): RolePolicy | undefined {
  return Object.hasOwn(policies, role) ? policies[role as RoleName] : undefined;
}

/** The models that a role may choose; null where all may be chosen. */
function chooseAmong({ models }: ModelPolicy, own: RolePolicy): string[] | null {
  if (own.models === null) return models;
  return models === null ? own.models : own.models.filter((id) => models.includes(id));
}

function findDefault(policy: ModelPolicy, own: RolePolicy): string | null {
  const model = own.default ?? policy.defaultModel;
  const models = chooseAmong(policy, own);
  return model !== null && (models === null || models.includes(model)) ? model : null;
}

/** The models that answer by default: that of everyone, and that of each role. */
export function listDefaults(policy: ModelPolicy): { role: RoleName | null; model: string | null }[] {
  return [
    { role: null, model: policy.defaultModel },
    ...roles.map((role) => {
      const own = findRole(policy, role);
      return { role, model: own ? findDefault(policy, own) : policy.defaultModel };
    }),
  ];
}

/** Roles in their own order, without those that nothing is different for, so that equal policies read the same. */
export function sortRoles(policies: ModelPolicy["roles"]): ModelPolicy["roles"] {
  const sorted: ModelPolicy["roles"] = {};
  for (const role of roles) {
    const own = policies[role];
    if (own && (own.models !== null || own.default !== null)) {
      sorted[role] = { models: own.models, default: own.default };
    }
  }
  return sorted;
}
