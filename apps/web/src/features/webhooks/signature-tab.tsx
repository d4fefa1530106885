import { useId } from "react";
import verifyFile from "../../../../../docs/examples/webhooks/verify.mjs?raw";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { RotateKey } from "../../blocks/keys/rotate-key.tsx";
import { IssuedSecret } from "./issued-secret.tsx";
import { issueSecret, secretOwner, type Webhook } from "./webhook.ts";

/** A new secret, and how a receiver checks with it that a message comes from here. */
export function SignatureTab({ webhook }: { webhook: Webhook }) {
  const id = useId();
  return (
    <div className={detail.stack}>
      {webhook.status !== "removed" && (
        <div className={detail.actions}>
          <RotateKey
            owner={secretOwner(webhook)}
            isFirst={false}
            issue={issueSecret}
            loss="A receiver that still checks with it refuses messages until it has the new one."
            show={(issued, close) => <IssuedSecret webhook={webhook} issued={issued} onClose={close} />}
          />
        </div>
      )}
      <section className={detail.part} aria-labelledby={id}>
        <h3 id={id}>How to verify a message</h3>
        <div className={detail.stack}>
          <p>
            Messages follow the Standard Webhooks specification, for which there are libraries in many languages. In
            Node.js these lines are enough. While a secret is replaced, a message carries one signature for each.
          </p>
          <CopyBlock label="verify.mjs" text={verifyFile} isCapped />
        </div>
      </section>
    </div>
  );
}
