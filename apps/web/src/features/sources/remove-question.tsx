import "@mantine/core/styles/Input.css";
import type { ConnectionDetail } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./question.module.css";
import { Question } from "./question.tsx";
import { backToList, useSourceAddress } from "./use-source-address.ts";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "name" | "tenantName">; onClose: () => void };

/** Asks for the name of a connection before it is removed. */
export function RemoveQuestion({ connection: { id, tenantId, name, tenantName }, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const { go } = useSourceAddress();
  const remove = useMutation({
    mutationFn: () => callApi("removeConnection", { tenantId, connection: id }),
    onSuccess: () => {
      showToast({ title: "Connection removed", message: `${name} of ${tenantName}`, type: "success" });
      // Only then is the list read again: what is removed can no longer be read here.
      go(backToList, { isReplaced: true });
      setTimeout(() => void refetchTopic("sources"));
    },
  });
  return (
    <Question title={`Remove ${name}?`} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== name) return;
          remove.mutate();
        }}
      >
        <p>
          Its runs, rejected rows and secret go with it, and nothing more is read. The data that came to {tenantName}{" "}
          through it stays.
        </p>
        <TextInput
          label={`Type ${name} to confirm`}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {remove.error && (
          <p role="alert" className={classes.problem}>
            {remove.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="red" disabled={typed !== name} loading={remove.isPending}>
            Remove
          </Button>
        </div>
      </form>
    </Question>
  );
}
