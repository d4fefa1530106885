import { Button } from "@mantine/core";
import classes from "./ledger.module.css";

type Props = { name: string; page: number; pages: number; onPage: (page: number) => void };

/** Steps through pages; nothing where there is one. */
export function Pager({ name, page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={name}>
      <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous page
      </Button>
      <span className={classes.quiet}>{`Page ${page} of ${pages}`}</span>
      <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}
