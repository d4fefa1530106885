import detail from "../../blocks/detail/detail.module.css";
import type { Link } from "./link.ts";

/** Says that no page can frame a link, where none is named. */
export function NoFrameNote({ link }: { link: Pick<Link, "origins"> }) {
  if (link.origins.length > 0) return null;
  return <p className={detail.quiet}>No website can embed it yet: edit the link and add the allowed domains.</p>;
}
