import type { RouteOutput, Routes } from "@console/contracts";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import { ShownOnce } from "../../blocks/keys/shown-once.tsx";
import { keyOwner, type Link } from "./link.ts";
import { addressToFill, frameCode, plainAddress, signCode } from "./link-code.ts";
import { NoFrameNote } from "./no-frame-note.tsx";

type Issued = RouteOutput<Routes["issueLinkKey"]>;

type Props = { link: Link; issued: Issued; onClose: () => void };

/** A new key of a link with all that is made with it. It cannot be shown again. */
export function IssuedKey({ link, issued, onClose }: Props) {
  return (
    <ShownOnce owner={keyOwner(link)} issued={issued} keeping="copy" onClose={onClose}>
      {link.kind === "signed" ? <SignedParts link={link} issued={issued} /> : <KeyParts link={link} issued={issued} />}
      <NoFrameNote link={link} />
    </ShownOnce>
  );
}

function KeyParts({ link, issued: { address } }: Omit<Props, "onClose">) {
  return (
    <>
      <CopyBlock label="Address" text={address} />
      <CopyBlock label="Code for a page" text={frameCode(link, address)} />
    </>
  );
}

function SignedParts({ link, issued: { key, kid, address } }: Omit<Props, "onClose">) {
  return (
    <>
      <CopyBlock label="Secret" text={key} />
      <CopyBlock label="Key ID" text={kid} />
      <CopyBlock label="Address" text={plainAddress(address)} />
      <CopyBlock label="Code that signs" text={signCode(link, address, kid)} />
      <CopyBlock label="Code for a page" text={frameCode(link, addressToFill(link, address))} />
    </>
  );
}
