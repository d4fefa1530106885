import { findPage } from "@console/contracts/pages";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { backToList } from "../../blocks/resource-page/resource-address.ts";
import { useOpenThing } from "../../lib/open-thing.ts";
import { mergeSearch } from "../../lib/search.ts";
import classes from "./breadcrumbs.module.css";

/** The way from the tenant or the platform to the page that is shown, and to what is open on it. */
export function Breadcrumbs({ place, home }: { place: string; home: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const openThing = useOpenThing();
  const title = findPage(pathname)?.title;
  return (
    <nav className={classes.trail} aria-label="Breadcrumb">
      <ol className={classes.steps}>
        <li className={classes.step}>
          <Link to={home} className={classes.place}>
            {place}
          </Link>
        </li>
        {title && (
          <li className={classes.step} {...(openThing === null && { "aria-current": "page" })}>
            <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
            {openThing === null ? (
              <span className={classes.title}>{title}</span>
            ) : (
              <Link
                to={pathname}
                search={mergeSearch(backToList)}
                // The list is the same path without what is open on it.
                activeOptions={{ exact: true, includeSearch: true }}
                className={classes.page}
              >
                {title}
              </Link>
            )}
          </li>
        )}
        {title && openThing !== null && (
          <li className={classes.step} aria-current="page">
            <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
            <span className={classes.title} title={openThing}>
              {openThing}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}
