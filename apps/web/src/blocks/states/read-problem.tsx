import { ApiError } from "../../lib/api.ts";
import { ErrorState } from "./error-state.tsx";

type Props = { title: string; error: Error; onRetry: () => void; heading?: "h1" | "h2" | "h3" };

/** Why something could not be loaded; where it is not allowed, that is what it is called. */
export function ReadProblem({ title, error, onRetry, heading = "h2" }: Props) {
  const kind = error instanceof ApiError ? error.kind : null;
  const isRefused = kind === "forbidden";
  const isFinal = isRefused || kind === "not_found" || kind === "invalid_input";
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <ErrorState
      heading={heading}
      title={isRefused ? "No access" : title}
      message={error.message}
      requestId={requestId}
      onRetry={isFinal ? undefined : onRetry}
    />
  );
}
