import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { ApiError } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { ProfileSection } from "./profile-section.tsx";
import classes from "./session-list.module.css";

/** The devices where one is signed in, each of which can be signed out from here. */
export function SessionList() {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listSessions", {}));
  const endOne = useWrite("revokeSession");
  const endOthers = useWrite("revokeOtherSessions");
  const others = data?.items.filter(({ isCurrent }) => !isCurrent) ?? [];

  const toasts = {
    onSuccess: ({ ended }: { ended: number }) =>
      showToast({ title: "Sessions", message: ended === 1 ? "One session ended." : `${ended} sessions ended.` }),
    onError: (failure: Error) => showFailure("Sessions", failure),
  };

  return (
    <ProfileSection
      id="sessions"
      title="Sessions"
      words="Where you are signed in. If you do not recognise one, end it and change your password."
    >
      {!data && !error && <ShapedSkeleton label="Loading sessions" shape="list" />}
      {!data && error && (
        <ErrorState
          title="Your sessions could not be loaded"
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <ul className={classes.list}>
          {data.items.map(({ id, device, address, signedInAt, lastUsedAt, isCurrent }) => (
            <li key={id} className={classes.session}>
              <div className={classes.facts}>
                <p className={classes.device}>
                  {device}
                  {isCurrent && <span className={classes.current}>This device</span>}
                </p>
                <p className={classes.detail}>
                  {address ?? "Unknown address"} · last used {formatInstant(lastUsedAt, formats)}
                </p>
                <p className={classes.detail}>Signed in {formatInstant(signedInAt, formats)}</p>
              </div>
              {!isCurrent && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`End the session of ${device}, last used ${formatInstant(lastUsedAt, formats)}`}
                  loading={endOne.isPending && endOne.variables.id === id}
                  onClick={() => endOne.mutate({ id }, toasts)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && others.length === 0 && <p className={classes.detail}>You are not signed in anywhere else.</p>}
      {others.length > 0 && (
        <div>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({}, toasts)}>
            End all others
          </Button>
        </div>
      )}
    </ProfileSection>
  );
}
