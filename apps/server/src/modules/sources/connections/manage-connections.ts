import { randomBytes, randomUUID } from "node:crypto";
import {
  type ConnectionDetail,
  type ConnectionKind,
  connectionSettings,
  type createConnection as createContract,
  inPlainWords,
  type removeConnection as removeContract,
  sourceMapping,
  tookanMapping,
  type updateConnection as updateContract,
} from "@console/contracts";
import type { z } from "zod";
import { parseSelect } from "../../../connectors/sql/parse-select.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { findTenant } from "../../directory/index.ts";
import { selectOwnFields } from "../../metrics/index.ts";
import { requireComputed } from "../computed/compile-mapping.ts";
import { requireOwnFields } from "../mapping/require-own-fields.ts";
import { noteChange } from "./change-store.ts";
import {
  type Connection,
  deleteConnection,
  findConnection,
  findEvenRemoved,
  insertConnection,
  updateConnectionRow,
} from "./connection-store.ts";
import { describeDetail } from "./describe-connection.ts";
import { keepSecret } from "./keep-secret.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import { forgetValues } from "./reject-store.ts";
import { publishConnectionChanged, reportState } from "./report-state.ts";
import { secretPurpose } from "./source-input.ts";
import { usualInterval, withUsual } from "./source-settings.ts";

/** A connection of the tenant that the call works in. */
export async function requireConnection(context: Context, id: string, lock = false): Promise<Connection> {
  const connection = await findConnection(context, id, lock);
  if (!connection) throw new AppError("not_found", "There is no such connection.");
  return connection;
}

/** The same, also where it was removed, for what its loads have left. */
export async function requireEvenRemoved(context: Context, id: string, lock = false): Promise<Connection> {
  const connection = await findEvenRemoved(context, id, lock);
  if (!connection) throw new AppError("not_found", "There is no such connection.");
  return connection;
}

/** Makes a connection of a tenant. */
export async function createConnection(
  context: Context,
  {
    source,
    kind,
    name,
    settings,
    secret,
    hookSecret,
    mapping,
    intervalMinutes: intervalInput,
  }: z.output<(typeof createContract)["input"]>,
): Promise<ConnectionDetail> {
  if (!(await findTenant(context, context.tenantId))) throw new AppError("not_found", "There is no such tenant.");
  if (kind === "tookan" && source !== "tookan") {
    const message = "The delivery provider's own connection is for the source tookan.";
    throw new AppError("invalid_input", message, { fields: { kind: message } });
  }
  const id = randomUUID();
  const intervalMinutes = intervalInput === "usual" ? await usualInterval(context, kind) : intervalInput;
  const checked = {
    settings: await readSettings(kind, await withUsual(context, kind, settings)),
    mapping: await readOwnMapping(context, kind, mapping),
  };
  await insertConnection(context, {
    id,
    source,
    kind,
    name,
    ...checked,
    interval_minutes: intervalMinutes,
    secret: secret ? await context.secrets.seal(context, secretPurpose, secret) : null,
    next_run_at: intervalMinutes === null ? null : context.now,
    hook_id: kind === "tookan" ? newHookId(context) : null,
    hook_secret: hookSecret ? await context.secrets.seal(context, hookPurpose, hookSecret) : null,
  });
  await noteChange(context, id, "created", { source, kind, name, intervalMinutes });
  await recordAudit(context, { act: "source.connection_created", subject: id, details: { source, kind, name } });
  await publishConnectionChanged(context, id);
  return describeDetail(context, await requireConnection(context, id));
}

/** The opaque end of a webhook's address: it says whose it is, and nobody can guess it. */
function newHookId({ tenantId }: Context): string {
  return `${Buffer.from(tenantId).toString("base64url")}.${randomBytes(18).toString("base64url")}`;
}

/** What the secret of a webhook is sealed for. */
export const hookPurpose = "source hook";

/** One connection with its settings. */
export async function getConnection(
  context: Context,
  { connection }: { connection: string },
): Promise<ConnectionDetail> {
  return describeDetail(context, await requireConnection(context, connection));
}

/** Changes a connection, unless someone else has changed it since it was read. */
export async function updateConnection(
  context: Context,
  {
    connection: id,
    version,
    name,
    settings,
    secret,
    hookSecret,
    mapping,
    intervalMinutes,
    isPaused,
  }: z.output<(typeof updateContract)["input"]>,
): Promise<ConnectionDetail> {
  const before = await requireConnection(context, id, true);
  if (before.version !== version) {
    throw new AppError("conflict", "Someone else has changed this connection. Read it again, then change it.");
  }
  const isMended = settings !== undefined || secret !== undefined || mapping !== undefined || isPaused === false;
  const minutes = intervalMinutes === undefined ? before.interval_minutes : intervalMinutes;
  const change = {
    ...(name !== undefined && { name }),
    ...(settings !== undefined && {
      settings: await readSettings(before.kind, await withUsual(context, before.kind, settings)),
    }),
    ...(secret !== undefined && { secret: await context.secrets.seal(context, secretPurpose, secret) }),
    ...(hookSecret !== undefined && { hook_secret: await context.secrets.seal(context, hookPurpose, hookSecret) }),
    ...(mapping !== undefined && { mapping: await readOwnMapping(context, before.kind, mapping) }),
    ...(isPaused !== undefined && { is_paused: isPaused }),
    interval_minutes: minutes,
    // What someone has mended is tried at once.
    ...(isMended && { problem: null, problem_kind: null, failures: 0, first_failed_at: null }),
    ...((isMended || intervalMinutes !== undefined) && { next_run_at: minutes === null ? null : context.now }),
    version: version + 1,
    updated_at: context.now,
  };
  keepSecret(before, change.settings, secret);
  await updateConnectionRow(context, id, change);
  if (mapping !== undefined) await forgetValues(context, id);
  const details = {
    ...(name !== undefined && { name }),
    ...(settings !== undefined && { settings: { before: before.settings, after: change.settings } }),
    ...(secret !== undefined && { secret: "replaced" }),
    ...(hookSecret !== undefined && { hookSecret: "replaced" }),
    ...(mapping !== undefined && { mapping: { before: before.mapping, after: change.mapping } }),
    ...(intervalMinutes !== undefined && { intervalMinutes: { before: before.interval_minutes, after: minutes } }),
    ...(isPaused !== undefined && { isPaused }),
  };
  await noteChange(context, id, isPaused === true ? "paused" : isPaused === false ? "resumed" : "changed", details);
  await recordConnectionAction(context, { act: "source.connection_changed", connection: id, details });
  const after = await requireConnection(context, id);
  await reportState(context, after);
  await publishConnectionChanged(context, id);
  return describeDetail(context, after);
}

/** Removes a connection; the facts that came through it stay. */
export async function removeConnection(
  context: Context,
  { connection: id }: z.output<(typeof removeContract)["input"]>,
): Promise<Record<string, never>> {
  const { name, source, kind } = await requireConnection(context, id, true);
  await publishConnectionChanged(context, id);
  await deleteConnection(context, { id, kind });
  await recordAudit(context, { act: "source.connection_removed", subject: id, details: { name, source, kind } });
  return {};
}

/** Settings that hold what their kind needs; anything else is told field by field. */
export async function readSettings(kind: ConnectionKind, input: object): Promise<Record<string, unknown>> {
  const settings = readPart(connectionSettings[kind], input, "settings");
  const { problem } = kind === "sql" ? await parseSelect(String(settings.query)) : { problem: null };
  if (problem !== null) throw wrongField("settings.query", problem);
  return settings;
}

/** The same of a mapping that is to be kept, which fills only fields that are there. */
async function readOwnMapping(context: Context, kind: ConnectionKind, input: object): Promise<Record<string, unknown>> {
  const mapping = readMapping(kind, input);
  const parsed = kind === "tookan" ? null : sourceMapping.safeParse(mapping);
  if (parsed?.success) requireOwnFields(parsed.data, await selectOwnFields(context));
  return mapping;
}

/** A mapping of the right form; an empty one matches by names. */
export function readMapping(kind: ConnectionKind, input: object): Record<string, unknown> {
  if (kind === "tookan") return readPart(tookanMapping, input, "mapping");
  if (Object.keys(input).length === 0) return {};
  const mapping = readPart(sourceMapping, input, "mapping");
  requireComputed(sourceMapping.parse(mapping));
  return mapping;
}

function readPart(schema: z.ZodType, input: object, part: string): Record<string, unknown> {
  const parsed = schema.safeParse(input, { error: inPlainWords });
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [[part, ...path].join("."), message]),
  );
  throw new AppError("invalid_input", "Some settings are incorrect.", { fields });
}
