import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { ApiError } from "../../lib/api.ts";
import { claimReload, isStaleChunk } from "../stale-chunk.ts";
import { HomeButton } from "./home-button.tsx";
import { MessagePage } from "./message-page.tsx";
import { NoAccess } from "./no-access.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** Shown when a page fails: what happened, the request id, and ways on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [isReloading] = useState(() => isStaleChunk(error) && claimReload());
  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);

  if (isReloading) return null;
  if (error instanceof ApiError && error.kind === "forbidden") return <NoAccess />;
  if (error instanceof ApiError && error.kind === "not_found") return <NotFoundPage />;

  const retry = () => {
    // Browsers remember a script that failed to load until the document is new.
    if (isStaleChunk(error)) return location.reload();
    reset();
    void router.invalidate();
  };

  return (
    <MessagePage status={null}>
      <ErrorState
        heading="h1"
        title="This page could not be shown"
        message={toMessage(error)}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={retry}
        actions={<HomeButton variant="default" />}
      />
    </MessagePage>
  );
}

function toMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isStaleChunk(error)) return "A part of this page did not load. Check your connection and try again.";
  return "Something in this page failed. Nothing you saved is lost. Try again, or go to home if it keeps failing.";
}
