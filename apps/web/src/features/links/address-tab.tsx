import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { CopyBlock } from "../../blocks/copy-block/copy-block.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { RotateKey } from "../../blocks/keys/rotate-key.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { IssuedKey } from "./issued-key.tsx";
import { hasKey, issueLinkKey, keyOwner, keyWord, type Link } from "./link.ts";
import { addressToFill, frameCode, signCode } from "./link-code.ts";
import { NoFrameNote } from "./no-frame-note.tsx";
import { PreviewLink } from "./preview-link.tsx";

const addressWords: Record<Link["kind"], string> = {
  key: "It opens with the key after #k=, which was shown when the link was created. Without it nothing opens.",
  signed: "It opens with a token after #t=, which the server of the embedding page signs with the secret.",
  counts: "Anyone can open it. It shows counts by day and status only.",
  open: "Anyone who guesses its number can open it.",
};

/** Where a link is opened, what a page needs to frame it, and ways to look at it and to change its key. */
export function AddressTab({ link }: { link: Link }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("readLinkUse", { id: link.id }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The address could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton label="Loading the address" lines={[80, 100, 100]} />;
  const kid = data.keys[0]?.kid ?? "KEY-ID";
  return (
    <div className={detail.stack}>
      {link.status !== "active" && (
        <p className={detail.warning}>It is {link.status}: visitors are told that the link is not active.</p>
      )}
      {link.kind === "open" && (
        <p className={detail.danger}>
          Anyone who guesses the number sees this report
          {link.expiresAt ? ` until ${formatInstant(link.expiresAt, formats)}` : ""}.
        </p>
      )}
      <div className={detail.actions}>
        {link.status === "active" && <PreviewLink id={link.id} />}
        {hasKey(link) && link.status !== "revoked" && (
          <RotateKey
            owner={keyOwner(link)}
            isFirst={data.keys.length === 0}
            issue={issueLinkKey}
            loss="Visitors see nothing until they have the new one."
            show={(issued, close) => <IssuedKey link={link} issued={issued} onClose={close} />}
          />
        )}
      </div>
      {link.keyEndsAt && (
        <p>
          Two {keyWord(link)}s work until {formatInstant(link.keyEndsAt, formats)}, then only the newer one.
        </p>
      )}
      <CopyBlock label={hasKey(link) ? `Address without its ${keyWord(link)}` : "Address"} text={data.address} />
      <p className={detail.quiet}>{addressWords[link.kind]}</p>
      {link.kind === "signed" && <CopyBlock label="Code that signs" text={signCode(link, data.address, kid)} />}
      <CopyBlock label="Code for a page" text={frameCode(link, addressToFill(link, data.address))} />
      <NoFrameNote link={link} />
    </div>
  );
}
