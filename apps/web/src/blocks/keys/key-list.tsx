import { type FormatChoices, formatInstant } from "@console/figures/format";
import { useId } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import detail from "../detail/detail.module.css";
import classes from "./keys.module.css";

type Key = { kid: string; createdAt: string; endsAt: string | null; lastUsedAt: string | null };

/** Keys, newest first, without what is secret of them; or what it means that there are none. */
export function KeyList({ heading, keys, none }: { heading: string; keys: readonly Key[]; none: string }) {
  const formats = useFormats();
  const id = useId();
  return (
    <section className={detail.part} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {keys.length === 0 && <p className={detail.quiet}>{none}</p>}
      <ul className={classes.keys}>
        {keys.map(({ kid, createdAt, endsAt, lastUsedAt }) => (
          <li key={kid}>
            <code>{kid}</code>
            <span>{endWords(endsAt, formats)}</span>
            <span className={detail.quiet}>
              Created {formatInstant(createdAt, formats)} ·{" "}
              {lastUsedAt ? `last used ${formatInstant(lastUsedAt, formats)}` : "never used"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function endWords(endsAt: string | null, formats: FormatChoices): string {
  if (endsAt === null) return "In use";
  return `${Date.parse(endsAt) > Date.now() ? "Works until" : "Ended"} ${formatInstant(endsAt, formats)}`;
}
