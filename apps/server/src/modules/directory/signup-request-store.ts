import type { Context } from "../../platform/context.ts";

export type SignupRequest = {
  reference: string;
  idempotencyKey: string;
  contentHash: string;
  followHash: string;
  isSuspect: boolean;
  fullName: string;
  email: string;
  company: string;
  phone: string | null;
  country: string | null;
  branches: string | null;
  systems: string[];
  message: string | null;
};

/** What those who read a request are told of it. */
export type Described = Omit<SignupRequest, "contentHash" | "followHash" | "isSuspect">;

/** Stores a request and tells whether it is new; one with the same key is stored once, however often it comes. */
export async function insertSignupRequest({ db, now }: Context, request: SignupRequest): Promise<boolean> {
  const inserted = await db
    .insertInto("signup_requests")
    .values({
      reference: request.reference,
      idempotency_key: request.idempotencyKey,
      content_hash: request.contentHash,
      follow_hash: request.followHash,
      state: request.isSuspect ? "suspect" : "new",
      full_name: request.fullName,
      email: request.email,
      company: request.company,
      phone: request.phone,
      country: request.country,
      branches: request.branches,
      systems: request.systems,
      message: request.message,
      consented_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What an earlier request with this key was answered, or null when there was none. */
export async function findSignupRequest({ db }: Context, idempotencyKey: string) {
  const row = await db
    .selectFrom("signup_requests")
    .select(["reference", "content_hash"])
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row ? { reference: row.reference, contentHash: row.content_hash } : null;
}

/** A request as it was sent. */
export async function requireSignupRequest({ db }: Context, reference: string): Promise<Described> {
  const row = await db
    .selectFrom("signup_requests")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return {
    reference,
    idempotencyKey: row.idempotency_key,
    fullName: row.full_name,
    email: row.email,
    company: row.company,
    phone: row.phone,
    country: row.country,
    branches: row.branches,
    systems: row.systems,
    message: row.message,
  };
}

/** How many requests came from this address since the given instant. */
export async function countSignupRequests({ db }: Context, email: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("signup_requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("email", "=", email)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}
