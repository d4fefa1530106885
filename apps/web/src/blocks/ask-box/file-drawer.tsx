import { formatCounted, formatInstant, formatSize } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { SourceText } from "../document-source/source-text.tsx";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import { bringIntoSight } from "./bring-into-sight.ts";
import classes from "./quoted-passages.module.css";

type Props = {
  file: string;
  name: string;
  /** The passage that was quoted; the file opens at its beginning without one. */
  passage?: string;
  onClose: () => void;
};

/** The text of one of the reader's own files. */
export function FileDrawer({ file, name, passage, onClose }: Props) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("readOwnFile", { file, ...(passage !== undefined && { passage }) }));
  const about =
    data && `${formatSize(data.file.bytes, formats)}, removed on ${formatInstant(data.file.endsAt, formats)}`;
  return (
    <SideDrawer
      title={name}
      about={<p className={classes.place}>{about}</p>}
      closeLabel="Close the file"
      width={720}
      onClose={onClose}
    >
      {!data && !error && <ShapedSkeleton label="Loading the file" shape="detail" />}
      {error && <ReadProblem title="The file could not be opened" error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.file.remark && <p className={classes.place}>{data.file.remark}</p>}
          {data.leftOut > 0 && (
            <p className={classes.place}>
              {formatCounted(data.leftOut, "passage", formats)} left out: text that is hidden, or that speaks to the
              assistant.
            </p>
          )}
          <SourceText
            title={name}
            passages={data.passages}
            marked={passage ?? null}
            hasMore={data.hasMore}
            onMarked={bringIntoSight}
          />
        </>
      )}
    </SideDrawer>
  );
}
