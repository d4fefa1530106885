import type { EntityAction, EntityDescription, EntityField } from "@console/contracts";
import type { Context } from "../context.ts";
import { type ActSpec, type Entity, type FieldSpec, isWritten, titleField } from "./entity.ts";
import { canSort } from "./entity-statement.ts";
import { initialValue } from "./field-values.ts";

/** What the caller can see and do with the rows of an entity. */
export async function describeEntityTo(context: Context, entity: Entity): Promise<EntityDescription> {
  const { permissions } = context;
  const mayManage = permissions.has(entity.permissions.manage);
  const acts = Object.entries(entity.acts ?? {}).filter(([, act]) =>
    permissions.has(act.permission ?? entity.permissions.manage),
  );
  return {
    name: entity.name,
    one: entity.one,
    many: entity.many,
    title: entity.title,
    ...(entity.heading !== undefined && { heading: entity.heading }),
    ...(entity.headline && { headline: [...entity.headline] }),
    fields: await Promise.all(
      Object.entries(entity.fields)
        .filter(([, { shown, forcedValue }]) => shown !== "file" && (forcedValue?.(context) ?? null) === null)
        .map(([name, spec]) => begunField(context, name, spec)),
    ),
    acts: await Promise.all(acts.map(([name, act]) => describeAct(context, name, act))),
    sort: entity.sort ?? { by: entity.title, dir: "asc" },
    canCreate: mayManage && entity.canCreate !== false,
    canChange: mayManage && entity.canChange !== false,
    canImport: mayManage && entity.importedBy !== undefined,
    ...(entity.canChange === false && entity.acts === undefined && { isReadOnly: true as const }),
  };
}

/** A field as a form must know it. */
export function describeField(name: string, spec: Omit<FieldSpec, "initial">): EntityField {
  return {
    name,
    label: spec.label,
    type: spec.type,
    help: spec.help ?? null,
    choices: Object.entries(spec.choices ?? {}).map(([value, label]) => ({ value, label })),
    isRequired: spec.isRequired === true,
    isGiven: isWritten(spec),
    isChanged: isWritten(spec) && spec.edit !== "once",
    shown: spec.shown === "list" || spec.shown === "detail" ? spec.shown : "column",
    isSortable: canSort(spec),
    isFilter: spec.isFilter === true,
    max: spec.max ?? null,
    ...(spec.group !== undefined && { group: spec.group }),
    ...(spec.begins !== undefined && { begins: spec.begins }),
    ...(spec.when && { when: { field: spec.when.field, values: [...spec.when.values] } }),
    ...(spec.choicesFrom && { choicesFrom: spec.choicesFrom }),
    refersTo: spec.refersTo ? { entity: spec.refersTo.entity, by: spec.refersTo.by, title: titleField(name) } : null,
  };
}

/** A field with what a form shows in it from the start. */
async function begunField(context: Context, name: string, spec: FieldSpec): Promise<EntityField> {
  return { ...describeField(name, spec), initial: await initialValue(context, spec) };
}

async function describeAct(context: Context, name: string, act: ActSpec): Promise<EntityAction> {
  return {
    name,
    label: act.label,
    question: act.question ?? null,
    isDangerous: act.isDangerous === true,
    ...(act.isDestructive && { isDestructive: true as const }),
    ...(act.isMain && { isMain: true as const }),
    isSingle: act.isSingle === true,
    fields: await Promise.all(
      Object.entries(act.fields ?? {}).map(([field, spec]) => begunField(context, field, spec)),
    ),
    when: act.when ? { field: act.when.field, values: [...act.when.values] } : null,
  };
}
