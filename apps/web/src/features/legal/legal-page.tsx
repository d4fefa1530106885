import type { ReactNode } from "react";
import { publicConfig } from "../../lib/config.ts";
import classes from "./legal-page.module.css";

/** A page of plain text with a heading and a sentence of what it is about. */
export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </article>
  );
}

/** One headed part of a legal page. */
export function LegalPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Where to write to, when this installation has set an address. */
export function ContactLine() {
  const { contactMail } = publicConfig();
  return contactMail ? (
    <p>
      Write to <a href={`mailto:${contactMail}`}>{contactMail}</a>.
    </p>
  ) : (
    <p>Write to the operator of this installation at the address you know.</p>
  );
}
