import type { setNoticePreferences as contract, NoticePreferences, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { adminAddresses } from "../../platform/mail/mail-settings.ts";
import { chooseWay, type NoticeParts } from "./deliver-notice.ts";
import type { NoticeKind } from "./notice-kind.ts";
import { noPreferences, savePreferences, selectPreferences } from "./preference-store.ts";

/** How the caller wants to be told, for each kind that may reach them. */
export async function getPreferences(context: Context, parts: NoticeParts): Promise<NoticePreferences> {
  const uid = requirePerson(context);
  const preferences = (await selectPreferences(context, [uid])).get(uid) ?? noPreferences;
  const person = await parts.people.findPerson(context, uid);
  // The mailbox of the settings stands in for people of the platform alone.
  const hasMailbox = context.tenantId === platformTenant && (await adminAddresses(context)).length > 0;
  return {
    kinds: listOwnKinds(context, parts).map((kind) => ({
      name: kind.name,
      label: kind.label,
      group: kind.group,
      choice: chooseWay(kind, preferences, hasMailbox && kind.isFor === "platform"),
      mayBeSwitchedOff: kind.mayBeSwitchedOff,
    })),
    quietHours: preferences.quietHours,
    timeZone: person?.timeZone ?? "UTC",
  };
}

/** Keeps what the caller has chosen. */
export async function setPreferences(
  context: Context,
  { choices, quietHours }: z.output<(typeof contract)["input"]>,
  parts: NoticeParts,
): Promise<RouteOutput<typeof contract>> {
  const uid = requirePerson(context);
  const own = new Map(listOwnKinds(context, parts).map((kind) => [kind.name, kind]));
  for (const [name, choice] of Object.entries(choices)) {
    const kind = own.get(name);
    if (!kind) throw new AppError("invalid_input", `There is no kind of notification called ${name}.`);
    if (!kind.mayBeSwitchedOff && choice !== "email") {
      throw new AppError("invalid_input", `"${kind.label}" is always emailed and cannot be switched off.`);
    }
  }
  await savePreferences(context, uid, { choices, quietHours });
  return getPreferences(context, parts);
}

function listOwnKinds({ permissions, tenantId }: Context, { kinds }: NoticeParts): NoticeKind[] {
  const place = tenantId === platformTenant ? "platform" : "tenants";
  return [...kinds.values()].filter(
    ({ isFor, permission }) =>
      (isFor === "everyone" || isFor === place) && (permission === undefined || permissions.has(permission)),
  );
}
