import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { trackEvent } from "../../lib/analytics.ts";
import { publicConfig } from "../../lib/config.ts";
import { copyText } from "../../lib/copy-text.ts";
import { showToast } from "../../lib/toasts.ts";
import { readFollowKey } from "./follow-key.ts";
import { RequestProgress } from "./request-progress.tsx";
import { countOnce, readReceipt } from "./signup-receipt.ts";
import classes from "./thank-you-page.module.css";

async function copyReference(reference: string) {
  if (await copyText(reference)) showToast({ title: "Copied", message: reference, type: "success" });
  else showToast({ title: "Not copied", message: "Select the reference and copy it by hand.", type: "warning" });
}

function Contact({ mail }: { mail: string }) {
  return <a href={`mailto:${mail}`}>{mail}</a>;
}

function Received({ reference, follow }: { reference: string; follow: string | null }) {
  const { contactMail } = publicConfig();
  return (
    <>
      <span className={classes.mark}>
        <IconCheck size={18} stroke={2} aria-hidden="true" />
      </span>
      <Heading text="Thank you, we received your request" />
      <div className={classes.reference}>
        <span className={classes.label}>Reference</span>
        <code className={classes.code}>{reference}</code>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => void copyReference(reference)}
        >
          Copy
        </Button>
      </div>
      {follow && <RequestProgress follow={follow} />}
      <h2 className={classes.subtitle}>What happens next</h2>
      <ol className={classes.steps}>
        <li>We read your request and check which systems you named.</li>
        <li>
          Within two working days we write to your work email
          {contactMail && (
            <>
              , from <strong>{contactMail}</strong>
            </>
          )}
          .
        </li>
        <li>If no email arrives by then, check the spam folder first.</li>
        <li>
          {contactMail ? (
            <>
              Questions before that go to <Contact mail={contactMail} />. Mention the reference.
            </>
          ) : (
            "Keep the reference so that we can find your request."
          )}
        </li>
      </ol>
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        Back to home
      </Button>
    </>
  );
}

function Followed({ follow }: { follow: string }) {
  return (
    <>
      <Heading text="Your request for access" />
      <RequestProgress follow={follow} />
      <div className={classes.actions}>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Back to home
        </Button>
      </div>
    </>
  );
}

function NothingSent() {
  return (
    <>
      <Heading text="Nothing was sent from this tab" />
      <p className={classes.text}>
        This page confirms a request for access right after it was sent. If you sent one earlier, there is nothing more
        to do: we answer within two working days.
      </p>
      <div className={classes.actions}>
        <Button renderRoot={(props) => <Link to="/" search={{ signup: 1 }} {...props} />}>Request access</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Back to home
        </Button>
      </div>
    </>
  );
}

function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {text}
    </h1>
  );
}

/** Confirms a request that was really sent, and shows whoever has its private link how it stands; anyone else gets a neutral text. */
export function ThankYouPage() {
  const [receipt] = useState(readReceipt);
  const [linked] = useState(readFollowKey);
  useEffect(() => countOnce(() => trackEvent("thank_you_view")), []);
  // A link from a mail may be about another request than the one that this tab has sent.
  const isOther = linked !== null && linked !== receipt?.follow;
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        {isOther ? <Followed follow={linked} /> : receipt ? <Received {...receipt} /> : <NothingSent />}
      </div>
    </div>
  );
}
