import type { NoticeItem } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { ActionIcon } from "@mantine/core";
import { IconMail, IconMailOpened } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./notice-panel.module.css";

type Props = {
  notice: NoticeItem;
  /** Null where nothing may be changed, as for someone who views another's account. */
  onRead: ((isRead: boolean) => void) | null;
  onFollow: () => void;
};

/** One notice: what it says, when, and the way to its page. */
export function NoticeEntry({ notice, onRead, onFollow }: Props) {
  const { subject, text, label, link, times, at, isRead } = notice;
  const formats = useFormats();
  const navigate = useNavigate();
  const follow = (event: MouseEvent, href: string) => {
    if (!isRead) onRead?.(true);
    // Another tab is the browser's affair.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onFollow();
    void navigate({ href });
  };
  return (
    <li className={classes.entry} data-unread={!isRead || undefined}>
      <div className={classes.words}>
        <p className={classes.subject}>
          {link === null ? (
            subject
          ) : (
            <a href={link} onClick={(event) => follow(event, link)}>
              {subject}
            </a>
          )}
          {times > 1 && <span className={classes.times}> ×{formatNumber(times, formats)}</span>}
          {!isRead && <span className={classes.hidden}> (unread)</span>}
        </p>
        {text && <p className={classes.text}>{text}</p>}
        <p className={classes.detail}>
          {label} · {formatInstant(at, formats)}
        </p>
      </div>
      {onRead && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Mark as ${isRead ? "unread" : "read"}: ${subject}`}
          onClick={() => onRead(!isRead)}
        >
          {isRead ? (
            <IconMail size={18} stroke={1.5} aria-hidden />
          ) : (
            <IconMailOpened size={18} stroke={1.5} aria-hidden />
          )}
        </ActionIcon>
      )}
    </li>
  );
}
