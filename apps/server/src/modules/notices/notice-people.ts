import type { Context } from "../../platform/context.ts";

/** A person as far as notices need to know them. */
export type NoticePerson = {
  uid: string;
  email: string | null;
  role: string;
  /** The zone in which they read times. */
  timeZone: string;
};

/** How people are found. The directory sends notices itself, so that `main` hands this in. */
export type NoticePeople = {
  findPerson(context: Context, uid: string): Promise<NoticePerson | null>;
  /** Those who can sign in to the tenant of the context, or run the platform. */
  listPeople(context: Context): Promise<NoticePerson[]>;
};
