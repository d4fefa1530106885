import { findPage } from "@console/contracts/pages";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import classes from "./breadcrumbs.module.css";

/** The way from the tenant or the platform to the page that is shown. */
export function Breadcrumbs({ place, home }: { place: string; home: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
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
          <li className={classes.step} aria-current="page">
            <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
            <span className={classes.title}>{title}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
