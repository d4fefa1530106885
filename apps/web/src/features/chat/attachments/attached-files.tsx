import type { Attachment } from "@console/contracts";
import { IconFileText } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./attachments.module.css";
import { describeSize } from "./file-words.ts";

const FileDrawer = lazy(async () => ({
  default: (await import("../../../blocks/ask-box/file-drawer.tsx")).FileDrawer,
}));

/** The files of a message that was sent; those that are still there open. */
export function AttachedFiles({ attachments }: { attachments: readonly Attachment[] }) {
  const formats = useFormats();
  const [opened, setOpened] = useState<{ file: string; name: string } | null>(null);
  if (attachments.length === 0) return null;
  const icon = <IconFileText size={14} stroke={1.5} aria-hidden="true" />;
  return (
    <>
      <ul className={classes.attached} aria-label="Attached files">
        {attachments.map(({ file, name, bytes }) => (
          <li key={`${file} ${name}`}>
            {file === null ? (
              <span className={classes.gone} title={name}>
                {icon}
                <span className={classes.name}>{name}</span>
                <span className={classes.quiet}>not there any more</span>
              </span>
            ) : (
              <button type="button" className={classes.open} title={name} onClick={() => setOpened({ file, name })}>
                {icon}
                <span className={classes.name}>{name}</span>
                <span className={classes.quiet}>{describeSize(bytes, formats)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <FileDrawer file={opened.file} name={opened.name} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
