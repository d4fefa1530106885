/** A call that does not keep to the protocol: a code of the toolkit, and a detail for whoever wrote the client. */
export class WireError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(code: string, { detail, status = 400, retryAfterSeconds = null }: Details = {}) {
    // Clients look for the detail behind " : ".
    super(detail ? `${code} : ${detail}` : code);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Details = { detail?: string | undefined; status?: number; retryAfterSeconds?: number | null };

/** The wire's envelope around a refusal. */
export function wireErrorBody({ message, status }: { message: string; status: number }) {
  return {
    error: {
      code: status,
      message,
      errors: [{ message, domain: "global", reason: "invalid" }],
      status: statusName(status),
    },
  };
}

function statusName(status: number): string {
  const names: Record<number, string> = { 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND" };
  return names[status] ?? "INVALID_ARGUMENT";
}
