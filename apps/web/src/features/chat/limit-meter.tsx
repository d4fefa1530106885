import { noModel, type OwnLimit } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { AskForMoreDialog } from "./ask-for-more-dialog.tsx";
import classes from "./limit-meter.module.css";

type Props = {
  /** The model that would be asked next; absent where the server decides. */
  model: string | undefined;
  /** Whether there is a model to be asked at all. */
  hasModels: boolean;
  onModel: (model: string) => void;
};

/** The limit that is used up first: how far it is, when it resets, and what to do once it is reached. */
export function LimitMeter({ model, hasModels, onModel }: Props) {
  const formats = useFormats();
  const [isAsking, setAsking] = useState(false);
  useLiveTopic("conversations.changed", "limits");
  useLiveTopic("entity.changed", "limits");
  const { data } = useQuery({ ...read("listOwnLimits", {}), staleTime: 60_000 });
  const usesModel = hasModels && model !== noModel;
  const limit = findTightest((data?.items ?? []).filter(({ what }) => what === "messages" || usesModel));
  if (!limit) return null;
  const { used, most, isReached, hasAsked, what, words } = limit;
  const state = isReached ? "reached" : used >= limit.warnsFrom ? "near" : "open";
  const text = sayUse(limit, formats);
  return (
    <div className={classes.meter} data-state={state}>
      <div className={classes.line}>
        <meter
          className={classes.bar}
          aria-label={`Limit: ${limit.name}`}
          aria-valuetext={text}
          max={Math.max(most, used, 1)}
          value={most === 0 ? 1 : used}
        />
        <span>{text}</span>
        {state === "near" && <span className={classes.mark}>Nearly used up</span>}
      </div>
      {isReached && (
        <div className={classes.stop} role="status">
          <p>{words}</p>
          <div className={classes.acts}>
            {what === "tokens" && (
              <Button size="compact-sm" variant="default" onClick={() => onModel(noModel)}>
                Answer without a model
              </Button>
            )}
            {hasAsked ? (
              <span className={classes.quiet}>You have asked for more today.</span>
            ) : (
              <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
                Ask for more
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && <AskForMoreDialog limit={limit} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** The one that stops the next message, else the one of which the largest part is used. */
function findTightest(limits: readonly OwnLimit[]): OwnLimit | undefined {
  const share = ({ used, most, isReached }: OwnLimit) => (isReached ? 2 : used / most);
  return [...limits].sort((first, second) => share(second) - share(first))[0];
}

const owners: Readonly<Record<OwnLimit["owner"], string>> = {
  person: "",
  role: "Your role: ",
  tenant: "Your organisation: ",
  platform: "All organisations: ",
};

function sayUse({ owner, what, period, used, most, resetsAt, timeZone }: OwnLimit, formats: FormatChoices): string {
  const amount = `${formatNumber(used, formats)} of ${formatNumber(most, formats)} ${what}`;
  const instant = formatInstant(resetsAt, { ...formats, timeZone });
  // A day ends with the next midnight; of a month the day matters.
  const reset = period === "day" ? `at ${instant.slice(-5)}` : `on ${instant.slice(0, -7)}`;
  const zone = timeZone === formats.timeZone ? "" : ` (${timeZone})`;
  return `${owners[owner]}${amount} ${period === "day" ? "today" : "this month"}, resets ${reset}${zone}`;
}
