import type { RouteOutput, Routes } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import question from "../../blocks/question/question.module.css";
import { Question } from "../../blocks/question/question.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { CopyBlock } from "./copy-block.tsx";
import { keyWord, type Link } from "./link.ts";
import { addressToFill, frameCode, plainAddress, signCode } from "./link-code.ts";
import classes from "./links.module.css";
import { NoFrameNote } from "./no-frame-note.tsx";

type Issued = RouteOutput<Routes["issueLinkKey"]>;

type Props = { link: Link; issued: Issued; onClose: () => void };

/** A new key of a link with all that is made with it. It cannot be shown again. */
export function IssuedKey({ link, issued, onClose }: Props) {
  const formats = useAuth().user ?? ownFormats;
  const word = keyWord(link);
  return (
    <Question title={`The ${word} of ${link.label}`} isOnlyNow onClose={onClose}>
      <div className={question.form}>
        <p className={classes.warning} role="alert">
          This is shown only now. Copy it before you close: the {word} cannot be read again, only replaced.
        </p>
        {issued.earlierEndsAt && (
          <p>
            The {word} before it works until {formatInstant(issued.earlierEndsAt, formats)}.
          </p>
        )}
        {link.kind === "signed" ? <SignedParts {...{ link, issued }} /> : <KeyParts {...{ link, issued }} />}
        <NoFrameNote link={link} />
        <div className={question.actions}>
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Question>
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
      <CopyBlock label="Key id" text={kid} />
      <CopyBlock label="Address" text={plainAddress(address)} />
      <CopyBlock label="Code that signs" text={signCode(link, address, kid)} />
      <CopyBlock label="Code for a page" text={frameCode(link, addressToFill(link, address))} />
    </>
  );
}
