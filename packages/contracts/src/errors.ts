import { z } from "zod";

/** Every kind of failure the API answers with, and its HTTP status. */
export const errorStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The organisation of the caller is not served at present. */
  suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  limit_reached: 429,
  unexpected: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof errorStatus;

/** What each failed call answers: `fields` says which input is wrong, by its path, and why. */
export const errorBody = z.object({
  error: z.object({
    kind: z.enum(Object.keys(errorStatus) as [ErrorKind, ...ErrorKind[]]),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;
