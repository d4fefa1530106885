import type { RouteOutput, Routes } from "@console/contracts";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import { ShownOnce } from "../../blocks/keys/shown-once.tsx";
import { secretOwner, type Webhook } from "./webhook.ts";

type Props = { webhook: Webhook; issued: RouteOutput<Routes["issueWebhookSecret"]>; onClose: () => void };

/** A new secret of a webhook. It cannot be shown again. */
export function IssuedSecret({ webhook, issued, onClose }: Props) {
  return (
    <ShownOnce owner={secretOwner(webhook)} issued={issued} keeping="copy" onClose={onClose}>
      <p>The receiver checks with it that a message comes from here and was not changed.</p>
      <CopyBlock label="Secret" text={issued.secret} />
    </ShownOnce>
  );
}
