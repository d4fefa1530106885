import type { EntityRow } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { formatInstant } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { copyText } from "../../lib/copy-text.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./users.module.css";

/** An invitation that is not taken up yet: when it ends, and for platform admins a link to hand over. */
export function InvitationTab({ row }: { row: EntityRow }) {
  const { role } = useAuth();
  const formats = useFormats();
  const canShowLink = permissionsForRole(role).has("invitations.show");
  const endsAt = typeof row.invitationEndsAt === "string" ? row.invitationEndsAt : null;
  const isOver = endsAt !== null && Date.parse(endsAt) < Date.now();
  return (
    <div className={classes.stack}>
      <p>
        {endsAt === null
          ? `There is no valid link. ${canShowLink ? "Create a new one." : "Send the invitation again."}`
          : `${isOver ? "The invitation ended" : "The invitation ends"} ${formatInstant(endsAt, formats)}.`}
      </p>
      {canShowLink && <ShownLink uid={String(row.id)} />}
    </div>
  );
}

function ShownLink({ uid }: { uid: string }) {
  const make = useWrite("showInvitationLink");
  const [link, setLink] = useState<string | null>(null);
  const show = () =>
    make.mutate(
      { uid },
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
    <>
      <p className={classes.quiet}>
        A new link replaces the one in the email. It is shown once, and the audit log records who saw it.
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
    </>
  );
}
