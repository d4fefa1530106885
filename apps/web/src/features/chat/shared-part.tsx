import type { OwnShare } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./assistant-drawer.module.css";
import { copyShareLink } from "./share-link.ts";

/** What a person has shared, with a way to take each back. */
export function SharedPart() {
  const { data, error, refetch } = useQuery(read("listShares", {}));
  return (
    <section className={classes.part}>
      <h3>Shared</h3>
      {error && !data && (
        <ReadProblem heading="h3" title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && <p>You share no conversation. To share one, open its menu in the list.</p>}
      {data && data.items.length > 0 && (
        <ul className={classes.notes}>
          {data.items.map((share) => (
            <SharedEntry key={share.id} share={share} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SharedEntry({ share: { id, conversation, title, sharedAt } }: { share: OwnShare }) {
  const formats = useFormats();
  const revoke = useWrite("revokeShare");
  const stop = () => revoke.mutate({ conversation }, { onError: (failure) => showFailure("Still shared", failure) });
  return (
    <li className={classes.note}>
      <div>
        <p>
          <a href={`/tenant/shared-chats/${encodeURIComponent(id)}`}>{title}</a>
        </p>
        <p className={classes.quiet}>{formatInstant(sharedAt, formats)}</p>
      </div>
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Copy the link of ${title}`}
          onClick={() => void copyShareLink(id)}
        >
          Copy link
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Stop sharing ${title}`}
          loading={revoke.isPending}
          onClick={stop}
        >
          Stop sharing
        </Button>
      </div>
    </li>
  );
}
