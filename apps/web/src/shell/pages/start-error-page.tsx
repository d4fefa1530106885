import { ErrorState } from "../../blocks/states/error-state.tsx";
import { ApiError } from "../../lib/api.ts";
import classes from "./message-page.module.css";

/** Shown when the console cannot even start, so it uses no setting and no route. */
export function StartErrorPage({ error }: { error: unknown }) {
  const isApiError = error instanceof ApiError;
  return (
    <main className={classes.bare}>
      <ErrorState
        heading="h1"
        title="The console could not start"
        message={
          isApiError ? error.message : "Something failed before the first page was shown. Try again in a moment."
        }
        requestId={isApiError ? error.requestId : null}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
