import {
  isPlatformRole,
  type muteSourceCheck as muteContract,
  type setCheckOwner as ownerContract,
  type SourceCheck,
  type unmuteSourceCheck as unmuteContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findUser } from "../../directory/index.ts";
import { noteChange } from "../connections/change-store.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { recordConnectionAction } from "../connections/record-connection-action.ts";
import { publishConnectionChanged } from "../connections/report-state.ts";
import type { Check } from "./check.ts";
import { type CheckResult, selectResults, updateCheck } from "./check-store.ts";
import { requireCheck } from "./checks-for-source.ts";
import { describeCheck } from "./list-checks.ts";

/** Leaves a check out of what needs attention, with the reason. */
export async function muteSourceCheck(
  context: Context,
  { connection, check: name, reason, until }: z.output<(typeof muteContract)["input"]>,
): Promise<SourceCheck> {
  const { check } = await requireResult(context, connection, name);
  const { actor, now } = context;
  if (until !== null && Date.parse(until) <= now.getTime()) {
    throw new AppError("invalid_input", "This time has already passed.", {
      fields: { until: "Give a later time." },
    });
  }
  await updateCheck(
    context,
    { connection, name },
    {
      muted_by: actor.kind === "user" ? actor.uid : actor.kind,
      muted_at: now,
      mute_reason: reason,
      muted_until: until === null ? null : new Date(until),
    },
  );
  return noteSaid(context, connection, check, "source.check_muted", { reason, until });
}

/** Takes the muting of a check back. */
export async function unmuteSourceCheck(
  context: Context,
  { connection, check: name }: z.output<(typeof unmuteContract)["input"]>,
): Promise<SourceCheck> {
  const { check, result } = await requireResult(context, connection, name);
  const before = describeCheck(check, result, context.now);
  if (!before.mute) return before;
  const none = { muted_by: null, muted_at: null, muted_until: null, mute_reason: null };
  await updateCheck(context, { connection, name }, none);
  return noteSaid(context, connection, check, "source.check_unmuted", {});
}

/** Says who looks after a check. */
export async function setCheckOwner(
  context: Context,
  { connection, check: name, owner }: z.output<(typeof ownerContract)["input"]>,
): Promise<SourceCheck> {
  const { check, result } = await requireResult(context, connection, name);
  if (owner !== null && !isPlatformRole((await findUser(context, owner))?.role ?? null)) {
    throw new AppError("invalid_input", "Only platform admins can own a check.", {
      fields: { owner: "Choose a platform admin." },
    });
  }
  const before = result?.owner_uid ?? null;
  if (before === owner) return describeCheck(check, result, context.now);
  await updateCheck(context, { connection, name }, { owner_uid: owner });
  return noteSaid(context, connection, check, "source.check_owner_set", { owner: { before, after: owner } });
}

async function requireResult(
  context: Context,
  connection: string,
  name: string,
): Promise<{ check: Check; result: CheckResult | null }> {
  // Two people at once: the second sees what the first has said.
  const { source } = await requireConnection(context, connection, true);
  const check = requireCheck(source, name);
  const results = await selectResults(context, connection);
  return { check, result: results.find((one) => one.name === name) ?? null };
}

/** Notes what was said about a check among the changes of its connection, and gives the check as it is then. */
async function noteSaid(
  context: Context,
  connection: string,
  check: Check,
  act: string,
  details: Record<string, unknown>,
): Promise<SourceCheck> {
  await noteChange(context, connection, act.replace("source.", ""), { check: check.name, ...details });
  await recordConnectionAction(context, { act, connection, details: { check: check.name, ...details } });
  await publishConnectionChanged(context, connection);
  const { result } = await requireResult(context, connection, check.id);
  return describeCheck(check, result, context.now);
}
