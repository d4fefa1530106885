import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import type { ConnectionDetail } from "@console/contracts";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../../lib/queries.ts";
import { TypedConfirmDialog } from "./typed-confirm-dialog.tsx";

type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId" | "name" | "tenantName" | "problem">;
  onClose: () => void;
};

/** Asks for the name of a connection before everything is read again and what is no more is removed. */
export function ReadAgainDialog({ connection: { id, tenantId, name, tenantName, problem }, onClose }: Props) {
  const [allowsShrink, setAllowsShrink] = useState(false);
  const { mutate, isPending, error } = useWrite("startRun");
  const input = { tenantId, connection: id, isFull: true, ...(allowsShrink && { allowsShrink }) };
  return (
    <TypedConfirmDialog
      title={`Read all of ${name} again?`}
      name={name}
      action={{
        label: "Read all again",
        isPending,
        error,
        run: () => mutate(input, { onSuccess: () => onClose() }),
      }}
      leave="Cancel"
      onClose={onClose}
    >
      <p>
        Everything is read from the beginning. Until that is done, the rows of {tenantName} stay as they are. Then rows
        that the source no longer has are removed here. If that is more than a fifth of them, nothing is removed.
      </p>
      {problem?.isShrunk && (
        <Checkbox
          label="Fewer rows are right"
          description="I have checked the source: rows missing from it are removed here, however many."
          checked={allowsShrink}
          onChange={({ currentTarget }) => setAllowsShrink(currentTarget.checked)}
        />
      )}
    </TypedConfirmDialog>
  );
}
