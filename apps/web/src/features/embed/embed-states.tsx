import { Button } from "@mantine/core";
import { IconEyeOff, IconHourglass, IconLinkOff, IconLock, IconWifiOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { formatClock, useCountdown } from "../../lib/use-countdown.ts";
import classes from "./embed.module.css";
import { EmbedMessage } from "./embed-message.tsx";
import { embedSession } from "./session/embed-session.ts";

const icon = { size: 22, stroke: 1.5 } as const;

/** On its way, in the shape of what comes. */
export function Opening() {
  return <ShapedSkeleton label="Opening report" shape="report" />;
}

/** The same words for every reason, so that nobody learns which addresses exist. */
export function Inactive() {
  return (
    <EmbedMessage icon={<IconLock {...icon} />} title="This report is not open.">
      <p className={classes.words}>
        It opens with its own link. Open the whole link that you were given in this browser, or ask the organisation
        that delivers for you for a new one.
      </p>
    </EmbedMessage>
  );
}

/** It was open until now; nothing of it is left on the screen. */
export function Ended() {
  return (
    <EmbedMessage icon={<IconLinkOff {...icon} />} title="This link is no longer active." isTrouble>
      <p className={classes.words}>
        Its figures were removed from this page. Ask the organisation that delivers for you for a new link.
      </p>
      <Retry variant="default">Refresh</Retry>
    </EmbedMessage>
  );
}

/** A look ahead lasts some minutes and cannot be made longer. */
export function PreviewEnded() {
  return (
    <EmbedMessage icon={<IconEyeOff {...icon} />} title="This preview has ended.">
      <p className={classes.words}>A preview lasts a few minutes. Open a new one from the list of public links.</p>
    </EmbedMessage>
  );
}

/** Goes on by itself. */
export function Waiting({ until }: { until: number }) {
  const { secondsLeft } = useCountdown(until);
  return (
    <EmbedMessage icon={<IconHourglass {...icon} />} title="Too many requests at once.">
      <p className={classes.words}>
        This report opens automatically in{" "}
        <span className={classes.clock} role="timer">
          {formatClock(secondsLeft)}
        </span>
        . You do not need to do anything.
      </p>
    </EmbedMessage>
  );
}

/** The server is not reached; it is tried again by itself. */
export function Offline({ message }: { message: string }) {
  return (
    <EmbedMessage icon={<IconWifiOff {...icon} />} title="The report cannot be reached." isTrouble>
      <p className={classes.words}>{message} It is retried automatically every few seconds.</p>
      <Retry variant="filled">Try again</Retry>
    </EmbedMessage>
  );
}

function Retry({ variant, children }: { variant: "filled" | "default"; children: ReactNode }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await embedSession.retry();
    setIsTrying(false);
  };
  return (
    <Button variant={variant} loading={isTrying} onClick={() => void retry()}>
      {children}
    </Button>
  );
}
