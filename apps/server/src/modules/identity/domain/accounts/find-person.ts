import type { UserDocument } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { findUserByEmail } from "../../../directory/index.ts";
import { hasAddress } from "./account-store.ts";

/** The document of the person who has an address, first of whoever's account has it; null when there is none. */
export function findPersonByEmail(context: Context, email: string): Promise<UserDocument | null> {
  return findUserByEmail(context, email, hasAddress);
}
