import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "../ledger.module.css";
import { Pager } from "../pager.tsx";
import { useLedgerAddress } from "../use-ledger-address.ts";
import { useLedgerRights } from "../use-ledger-rights.ts";

/** The page of a list that the address names, and how to go to another. */
export function usePageNumber() {
  const { query, go } = useLedgerAddress();
  return {
    page: Math.max(1, Number(query.page) || 1),
    goToPage: (page: number) => go({ page: page === 1 ? undefined : String(page) }),
  };
}

type Props = {
  /** What the button for a new one says. */
  act: string;
  form: (close: () => void) => ReactNode;
  /** How the steps through the pages are called. */
  name: string;
  pages: number | undefined;
  children: ReactNode;
};

/** A list of flows of cash, page by page, and the form for a new one. */
export function FlowView({ act, form, name, pages, children }: Props) {
  const { page, goToPage } = usePageNumber();
  const { canPost } = useLedgerRights();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.stack}>
      {canPost && (
        <div className={classes.actions}>
          <Button onClick={() => setOpen(true)}>{act}</Button>
        </div>
      )}
      {children}
      {pages !== undefined && <Pager name={name} page={page} pages={pages} onPage={goToPage} />}
      {isOpen && form(() => setOpen(false))}
    </div>
  );
}
