import type { Routes, UserDocument } from "@console/contracts";
import { isTimeZone } from "@console/figures/time-zone";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { findPictureProblem } from "../../platform/entities/read-picture.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { updateUserRow } from "./user-store.ts";

type Input = z.output<Routes["updateUser"]["input"]>;

/** Changes one's own profile. What is left out stays as it is. */
export async function updateUser(context: Context, { uid, ...fields }: Input): Promise<UserDocument> {
  const isOwn = context.actor.kind === "user" && context.actor.uid === uid;
  if (fields.timeZone) requireTimeZone(fields.timeZone);
  if (fields.photo) await requirePicture(fields.photo);
  const user = isOwn ? await updateUserRow(context, uid, toColumns(fields)) : null;
  if (!user) throw new AppError("not_found", "There is no such user.");
  return user;
}

function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw new AppError("invalid_input", "Check this field: timeZone.", {
    fields: { timeZone: "Choose a time zone from the list." },
  });
}

async function requirePicture(photo: string): Promise<void> {
  const problem = await findPictureProblem(photo);
  if (problem !== null) throw wrongField("photo", problem);
}

function toColumns(fields: Omit<Input, "uid">) {
  const columns = {
    name: fields.name,
    photo: fields.photo,
    phone: fields.phone,
    language: fields.language,
    time_zone: fields.timeZone,
    date_format: fields.dateFormat,
    number_format: fields.numberFormat,
    theme: fields.theme,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
