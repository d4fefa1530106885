import { isPlatformRole, type ServiceRight } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { holdPerson } from "../../../directory/index.ts";
import type { ProjectAdmin } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";

const rightWords: Readonly<Record<ServiceRight, string>> = {
  read: "look up accounts",
  manage: "change accounts",
  links: "make links",
  sessions: "sign people in",
};

/** What a program is told of an account that there is not; people read other words for the same reason. */
export function noAccount(): IdentityError {
  return new IdentityError("account-unknown", { detail: "There is no account with this ID." });
}

/** Refuses what a service account was not given the right to. */
export function requireRight({ rights }: ProjectAdmin, right: ServiceRight): void {
  if (rights.has(right)) return;
  throw refusal(`This service account may not ${rightWords[right]}. A superadmin can allow it.`);
}

/** Refuses a program that reaches for a platform admin: those are looked after in the console alone. */
export async function requireNoPlatformPerson(context: Context, { service }: ProjectAdmin, uid: string): Promise<void> {
  if (service === null) return;
  const person = await holdPerson(context, uid);
  if (person && isPlatformRole(person.role)) throw refusal("Platform admins can only be managed in the console.");
}

/** Refuses a program that would change what opens the account of someone on the list of users: only they do that. */
export async function requireNobodysAccount(context: Context, { service }: ProjectAdmin, uid: string): Promise<void> {
  if (service === null || !(await holdPerson(context, uid))) return;
  throw refusal("Only the person can change how they sign in. Send them a link by email.");
}

/** Refuses a program that would sign someone in who runs the platform, or has not taken up the invitation yet. */
export async function requireSignable(context: Context, admin: ProjectAdmin, uid: string): Promise<void> {
  await requireNoPlatformPerson(context, admin, uid);
  const person = await holdPerson(context, uid);
  if (person?.status === "invited") throw refusal("This person has not accepted the invitation yet.");
}

function refusal(detail: string): IdentityError {
  return new IdentityError("out-of-rights", { detail });
}
