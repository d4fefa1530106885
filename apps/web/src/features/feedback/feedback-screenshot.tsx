import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import detail from "../../blocks/detail/detail.module.css";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import classes from "./feedback.module.css";

/** The page as its writer saw it. Opened by a click, because each look is noted in the audit log. */
export function FeedbackScreenshot({ id }: { id: string }) {
  const [isOpened, setOpened] = useState(false);
  if (isOpened) return <OpenedScreenshot id={id} />;
  return (
    <div className={classes.screenshot}>
      <p className={detail.quiet}>
        The page as whoever gave the feedback saw it. It may show data of their organisation: opening it is noted in the
        audit log.
      </p>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        Open screenshot
      </Button>
    </div>
  );
}

function OpenedScreenshot({ id }: { id: string }) {
  // Nothing of it is kept: opened again, it is read again, and that look is noted too.
  const { data, error, refetch } = useQuery({
    ...read("openScreenshot", { feedback: id }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error) {
    return (
      <ReadProblem
        heading="h3"
        title="The screenshot could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton label="The screenshot" lines={[100, 100, 100]} />;
  return (
    <img
      className={classes.picture}
      src={`data:${data.type};base64,${data.data}`}
      alt="The page as whoever gave the feedback saw it"
    />
  );
}
