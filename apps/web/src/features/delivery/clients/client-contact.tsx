import type { ProviderClient } from "@console/contracts";
import { Button } from "@mantine/core";
import { useWrite } from "../../../lib/queries.ts";
import classes from "./clients-page.module.css";

type Props = { client: ProviderClient; ofConnection: { tenantId: string; connection: string } };

/** How a client is reached: masked until someone asks for it, which is noted. */
export function ClientContact({ client, ofConnection }: Props) {
  const reveal = useWrite("revealProviderClient");
  const { phone, email, address } = reveal.data ?? client;
  const place = address === null || reveal.data ? address : `Address ${address}`;
  const lines = [phone, email, place].filter((line) => line !== null);
  if (lines.length === 0) return <span className={classes.quiet}>Nothing known</span>;
  return (
    <div className={classes.contact}>
      <ul className={classes.lines} aria-live="polite">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: phone, mail and address keep their order
          <li key={index}>{line}</li>
        ))}
      </ul>
      {reveal.data ? (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Hide the contact of ${client.name}`}
          onClick={() => reveal.reset()}
        >
          Hide
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={reveal.isPending}
          aria-label={`Reveal the contact of ${client.name}`}
          title="Each view is logged under your name"
          onClick={() => reveal.mutate({ ...ofConnection, client: client.id })}
        >
          Reveal
        </Button>
      )}
      {reveal.error && (
        <p className={classes.failure} role="alert">
          Not revealed. {reveal.error.message}
        </p>
      )}
    </div>
  );
}
