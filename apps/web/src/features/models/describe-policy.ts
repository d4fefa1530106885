import { type ModelPolicy, type RoleName, type RolePolicy, roleNames } from "@console/contracts";

/** What is different for a role, where this model answers everyone by default. */
export function describeRolePolicy({ models, default: own }: RolePolicy, defaultModel: string | null): string {
  if (models === null && own === null) return "as for everyone";
  const choice = models === null ? "all allowed models" : nameModels(models.length);
  if (own !== null) return `${choice}, default ${nameModel(own)}`;
  const isDefaultOpen = defaultModel === null || models === null || models.includes(defaultModel);
  return isDefaultOpen ? choice : `${choice}, no default`;
}

function nameModel(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

function nameModels(count: number): string {
  return count === 1 ? "1 model" : `${count} models`;
}

/** A policy in one line. */
export function describePolicy(policy: ModelPolicy | null): string {
  if (policy === null) return "The policy of all tenants";
  const { models, defaultModel, roles, instructions, isChatOn, writesProse, keepsFigures, allowsAttachments } = policy;
  const switches = [
    isChatOn ? null : "chat off",
    writesProse ? null : "no answers by a model",
    keepsFigures ? "figures never leave" : null,
    allowsAttachments ? null : "no attachments",
  ].filter((one) => one !== null);
  const ofRoles = (Object.keys(roleNames) as RoleName[]).flatMap((role) => {
    const own = roles[role];
    return own ? `${roleNames[role]}: ${describeRolePolicy(own, defaultModel)}` : [];
  });
  return [
    models === null ? "All models" : nameModels(models.length),
    defaultModel === null ? "no default" : `default ${nameModel(defaultModel)}`,
    ...ofRoles,
    ...switches,
    instructions === "" ? "no instructions" : `instructions: ${instructions}`,
  ].join(", ");
}
