import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Popover.css";
import { type Change, mutedChangesPreference } from "@console/contracts";
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconBellOff, IconDots } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readAddress } from "../../blocks/report-view/report-address.ts";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./change-list.module.css";
import board from "./dashboard.module.css";

/** What moved from one week to the next, each sentence with the way to its figures; kinds can be muted. */
export function ChangeList({ mayMute }: { mayMute: boolean }) {
  const [isShowingMuted, setIsShowingMuted] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...read("listChanges", {}), refetchInterval: 5 * 60_000 });
  const keep = useWrite("setChoice");
  const muted = data?.muted ?? [];
  const setMuted = (metrics: string[], message: string) =>
    keep.mutate(
      { name: mutedChangesPreference, value: metrics },
      {
        onSuccess: () => void showToast({ type: "success", title: "Saved", message }),
        onError: (failure) => showFailure("Not saved", failure),
      },
    );
  const mute = ({ metric, kind }: Change) =>
    setMuted([...muted.map((one) => one.metric), metric], `${kind} is no longer shown here.`);
  const unmute = ({ metric, kind }: { metric: string; kind: string }) => {
    const rest = muted.map((one) => one.metric).filter((one) => one !== metric);
    if (rest.length === 0) setIsShowingMuted(false);
    setMuted(rest, `${kind} is shown again.`);
  };

  return (
    <section className={board.changes} aria-labelledby="changes">
      <div className={board.head}>
        <h2 id="changes" className={board.title}>
          What changed
        </h2>
        <p className={board.quiet}>Last 7 complete days compared with the 7 before, unless noted</p>
      </div>
      {!data && !error && <Skeleton label="Loading what changed" lines={[80, 70, 75]} />}
      {error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          What changed could not be loaded. {error.message}
        </StaleNote>
      )}
      {data && data.items.length === 0 && <p className={board.quiet}>Nothing changed more than usual.</p>}
      {data && data.items.length > 0 && (
        <ul className={classes.changeList}>
          {data.items.map((change) => (
            <ChangeLine key={change.id} change={change} onMute={mayMute ? () => mute(change) : null} />
          ))}
        </ul>
      )}
      {muted.length > 0 && mayMute && (
        <div className={classes.muted}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={isShowingMuted}
            onClick={() => setIsShowingMuted(!isShowingMuted)}
          >
            {isShowingMuted ? "Hide muted" : `Show muted (${muted.length})`}
          </Button>
          {isShowingMuted && (
            <ul className={classes.mutedList} aria-label="Muted types">
              {muted.map((one) => (
                <li key={one.metric}>
                  {one.kind}
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Show again: ${one.kind}`}
                    onClick={() => unmute(one)}
                  >
                    Show again
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

const toneWords = { good: "Better", bad: "Worse", neutral: "Changed" } as const;

function ChangeLine({ change, onMute }: { change: Change; onMute: (() => void) | null }) {
  const { text, tone, path, query, kind } = change;
  return (
    <li className={classes.change}>
      <span className={classes.tone} data-tone={tone}>
        {toneWords[tone]}
      </span>
      <Link to={path} search={withAccessedTenant(readAddress(query))} className={classes.sentence}>
        {text}
      </Link>
      {onMute && (
        <Menu position="bottom-end" withinPortal={false} shadow="md">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className={classes.more}
              aria-label={`More about: ${kind}`}
            >
              <IconDots size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconBellOff size={16} stroke={1.5} aria-hidden="true" />} onClick={onMute}>
              Mute this type
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
