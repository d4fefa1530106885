import type { ConnectionDetail } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../../lib/queries.ts";
import classes from "./reject-list.module.css";
import { RejectTable } from "./reject-table.tsx";
import { SaveRows } from "./save-rows.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "openRejects">; formats: FormatChoices };

/** Rows that could not be taken in, each with the reason; mended ones are taken in once more. */
export function RejectList({ connection: { id, tenantId, openRejects }, formats }: Props) {
  const { query, go } = useSourceAddress();
  const { run } = query;
  const replay = useWrite("replayRejects");
  const input = { tenantId, connection: id, ...(run && { run }) };
  const pages = usePages("listRejects", { ...input, limit: 25 });

  return (
    <>
      <div className={classes.bar}>
        <p className={classes.quiet}>
          {run ? "Rejected rows of one run." : `${formatNumber(openRejects, formats)} rejected rows are kept.`}
        </p>
        {run && (
          <Button size="compact-sm" variant="subtle" onClick={() => go({ run: undefined })}>
            Show all runs
          </Button>
        )}
        {pages.items.length > 0 && (
          <div className={classes.actions}>
            <SaveRows name="downloadRejects" input={input} />
            <Button
              size="compact-sm"
              loading={replay.isPending}
              onClick={() => replay.mutate({ tenantId, connection: id }, { onSuccess: () => go({ tab: "runs" }) })}
            >
              Replay all
            </Button>
          </div>
        )}
      </div>
      {replay.error && (
        <p role="alert" className={classes.problem}>
          {replay.error.message}
        </p>
      )}
      <RejectTable pages={pages} formats={formats} empty={<p className={classes.quiet}>No rejected rows.</p>} />
    </>
  );
}
