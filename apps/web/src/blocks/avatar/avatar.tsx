import { IconUser } from "@tabler/icons-react";
import classes from "./avatar.module.css";

/** A person's picture, else their initials, else a plain figure; the name stands beside it. */
export function Avatar({ photo, name, size }: { photo: string | null; name: string | null; size: number }) {
  const initials = toInitials(name);
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {photo ? (
        <img src={photo} alt="" width={size} height={size} />
      ) : initials ? (
        initials
      ) : (
        <IconUser size={size * 0.6} stroke={1.5} />
      )}
    </span>
  );
}

function toInitials(name: string | null): string {
  const words = (name ?? "").split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase()).join("");
}
