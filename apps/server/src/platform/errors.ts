import { type ErrorKind, errorStatus } from "@console/contracts";

type Details = {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
  /** Its body is the same to the last byte whenever it is answered: the request's id stands in the header alone. */
  isAlike?: true;
};

/** A failure we foresaw. Anything else that is thrown is a bug and answers "unexpected". */
export class AppError extends Error {
  readonly kind: Exclude<ErrorKind, "unexpected">;
  readonly fields: Record<string, string> | null;
  readonly retryAfterSeconds: number | null;
  readonly isAlike: boolean;

  constructor(kind: Exclude<ErrorKind, "unexpected">, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.fields = details.fields ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isAlike = details.isAlike ?? false;
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** One field that is wrong, told at the field and as the whole message. */
export function wrongField(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { fields: { [field]: message } });
}

/** A range of days that holds none. */
export function emptyRange(field: string, from: string): AppError {
  return wrongField(field, `"to" is the first day after the range, so it must be later than ${from}.`);
}

/** The database, or a part we cannot work without, is away for the moment. */
export function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", "The service is busy or restarting. Nothing was saved; try again in a moment.", {
    retryAfterSeconds: 2,
    cause,
  });
}
