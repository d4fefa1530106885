import type { EntityRow } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { copyText } from "../../lib/copy-text.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./users.module.css";

/** An invitation that is not taken up yet: when it ends, and a link to pass on by hand. */
export function InvitationTab({ row }: { row: EntityRow }) {
  const formats = useAuth().user ?? ownFormats;
  const make = useWrite("showInvitationLink");
  const [link, setLink] = useState<string | null>(null);
  const endsAt = typeof row.invitationEndsAt === "string" ? row.invitationEndsAt : null;
  const isOver = endsAt !== null && Date.parse(endsAt) < Date.now();
  const show = () =>
    make.mutate(
      { uid: String(row.id) },
      {
        onSuccess: async (answer) => {
          setLink(answer.link);
          const isCopied = await copyText(answer.link);
          showToast({
            title: "Invitation link",
            message: isCopied ? "The link is in the clipboard." : "Copy the link from the page.",
            type: "success",
          });
        },
      },
    );
  return (
    <div className={classes.stack}>
      <p>
        {endsAt === null
          ? "There is no link that works. Make a new one."
          : `${isOver ? "The invitation ended" : "The invitation ends"} ${formatInstant(endsAt, formats)}.`}
      </p>
      <p className={classes.quiet}>
        A new link makes the one in the mail void. It is shown once, and the audit log notes who has seen it.
      </p>
      <div>
        <Button variant="default" size="xs" loading={make.isPending} onClick={show}>
          Copy invitation link
        </Button>
      </div>
      {make.error && (
        <p role="alert" className={classes.problem}>
          {make.error.message}
        </p>
      )}
      {link && (
        <TextInput
          label="Invitation link"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  );
}
