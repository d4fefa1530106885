import type { z } from "zod";
import type { ErrorKind } from "./errors.ts";
import type { LogPart } from "./log-parts.ts";
import type { Permission } from "./permissions.ts";

/** A subject that reads and writes share: a write refetches every cached read that names one of its topics. */
export type Topic =
  | (
      | "assistant-profile"
      | "attention"
      | "choices"
      | "config"
      | "conversations"
      | "entities"
      | "exports"
      | "feedback"
      | "files"
      | "health"
      | "ledger"
      | "limits"
      | "log-searches"
      | "logs"
      | "metrics"
      | "models"
      | "notices"
      | "outbox"
      | "pins"
      | "prompts"
      | "reports"
    )
  | ("sessions" | "settings" | "shares" | "signup-requests" | "sources" | "tenants" | "usage" | "users");

/** One HTTP endpoint. Its path, input and output are written here and nowhere else. */
export type Route<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Braces name path parameters; they are fields of the input and win over the body. */
  path: `/${string}`;
  /** Required on every route: forgetting access control is a type error. */
  permission: Permission | "public";
  /** One sentence for the API document. */
  summary: string;
  /** Path parameters and, beside them, the query of a GET or DELETE or the JSON body of any other method. */
  input: Input;
  output: Output;
  topics: readonly Topic[];
  /** Failures beside those that its path and method tell of, for the API document. */
  failures?: readonly ErrorKind[];
  /** Answered status of a success; 200 when left out. */
  status?: 201 | 202;
  /**
   * Calls that one address may make, beside the limit that holds for all routes together. Where it is for each person,
   * those behind one address do not hold each other up.
   */
  limit?: { calls: number; perSeconds: number; isForEachPerson?: true };
  /** Platform admins may ask it about any tenant, named in the header `x-tenant`; each look is audited. */
  isOpenToPlatform?: true;
  /**
   * The parameter of the path that names the tenant the call works in: any for platform admins, and one's
   * own for everyone else.
   */
  actsIn?: string;
  /** The pattern of a call that every entity has one of; the server answers the entities' own. */
  isOfEveryEntity?: true;
  /** Its name in the API document, where it is not the contract's own. */
  operation?: string;
  /** It changes nothing, or only how its caller likes a page: it is not noted among the changes. */
  leavesNoNote?: true;
  /** Someone who impersonates a user for support may call it, although it is no plain reading. */
  isForViewers?: true;
  /** The part of the product that log lines about its calls belong to; "application" when left out. */
  logPart?: LogPart;
  /** Its calls are no news: a page asks again and again. They are logged as details only. */
  isQuiet?: true;
  /** A file comes with the call, as a form's field `file` or as the body; the other fields are in the form or the query. */
  takesFile?: true;
  /** So many files may come with one call, as fields of the same name; one when left out. */
  mostFiles?: number;
  /** The answer is a file to be saved. */
  isFile?: true;
  /** The answer is a stream of server-sent events, each holding one output. */
  streams?: true;
};

/** Keeps the exact types of one route. */
export function route<Input extends z.ZodObject, Output extends z.ZodType>(
  description: Route<Input, Output>,
): Route<Input, Output> {
  return description;
}

export type RouteInput<R extends Route> = z.input<R["input"]>;
export type RouteOutput<R extends Route> = z.output<R["output"]>;

/** The names in braces of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}
