import type { AttentionItem } from "@console/contracts";
import { formatAge, formatCounted, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconClockExclamation, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./attention-list.module.css";

const readEveryMs = 60_000;
const dayMs = 86_400_000;

/** What those who run the platform should look at, the most harmful first. */
export function AttentionList() {
  const formats = useFormats();
  const [includesSnoozed, setIncludesSnoozed] = useState(false);
  const { data, error, refetch } = useQuery({
    ...read("listAttention", { includesSnoozed: includesSnoozed ? "true" : "false" }),
    refetchInterval: readEveryMs,
  });
  return (
    <section className={classes.section} aria-labelledby="needs-attention">
      <h2 id="needs-attention" className={classes.heading}>
        Needs attention
      </h2>
      {!data && !error && <ShapedSkeleton label="Loading what needs attention" shape="list" />}
      {!data && error && (
        <ReadProblem
          heading="h3"
          title="What needs attention could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.unread.length > 0 && (
        <p className={classes.unread} role="alert">
          Could not be read: {data.unread.join(", ")}. Something there may need attention too.
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      {data && data.items.length === 0 && data.unread.length === 0 && (
        <p className={classes.nothing}>Nothing needs attention.</p>
      )}
      {data && data.snoozed > 0 && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setIncludesSnoozed(!includesSnoozed)}>
            {includesSnoozed ? "Hide what is snoozed" : `Show ${formatCounted(data.snoozed, "snoozed item", formats)}`}
          </Button>
        </div>
      )}
    </section>
  );
}

const marks = {
  3: { icon: IconAlertTriangle, word: "Urgent" },
  2: { icon: IconClockExclamation, word: "Soon" },
  1: { icon: IconInfoCircle, word: "When you can" },
} as const;

function Row({ item }: { item: AttentionItem }) {
  const formats = useFormats();
  const { icon: Mark, word } = marks[item.harm];
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-harm={item.harm}>
        <Mark size={16} stroke={1.75} aria-hidden="true" />
        {word}
      </span>
      <div className={classes.about}>
        <h3 className={classes.title}>{item.title}</h3>
        <p className={classes.text}>{item.text}</p>
        <p className={classes.text}>
          {[
            item.since && `For ${formatAge(Date.now() - Date.parse(item.since))}`,
            item.assignedTo && `Assigned to ${item.assignedTo.name}`,
            item.snoozedUntil && `Snoozed until ${formatInstant(item.snoozedUntil, formats)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <Actions item={item} />
    </li>
  );
}

function Actions({ item: { id, title, action, snoozedUntil, assignedTo } }: { item: AttentionItem }) {
  const uid = useAuth().user?.uid ?? null;
  const mark = useWrite("markAttention");
  const change = (part: { snoozedUntil?: string | null; assignedTo?: string | null }) =>
    mark.mutate(
      { item: id, snoozedUntil, assignedTo: assignedTo?.uid ?? null, ...part },
      { onError: (error) => showToast({ title: "Needs attention", message: error.message, type: "error" }) },
    );
  const isMine = assignedTo?.uid === uid;
  return (
    <div className={classes.actions}>
      <Button size="compact-sm" renderRoot={(props) => <Link to={action.path} {...props} />}>
        {action.label}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={mark.isPending}
        aria-label={`${isMine ? "Unassign" : "Assign to me"}: ${title}`}
        onClick={() => change({ assignedTo: isMine ? null : uid })}
      >
        {isMine ? "Unassign" : "Assign to me"}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={mark.isPending}
        aria-label={`${snoozedUntil ? "Wake" : "Snooze for a day"}: ${title}`}
        onClick={() => change({ snoozedUntil: snoozedUntil ? null : new Date(Date.now() + dayMs).toISOString() })}
      >
        {snoozedUntil ? "Wake" : "Snooze for a day"}
      </Button>
    </div>
  );
}
