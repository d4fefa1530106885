import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";
import row from "./setting-row.module.css";
import classes from "./settings.module.css";

/** Sends the reader a mail with the settings in force, and says what the mail server answered. */
export function TestMail() {
  const send = useMutation({ mutationFn: () => callApi("sendTestMail", {}) });
  const isWrong = send.error !== null || send.data?.isSent === false;
  return (
    <div className={classes.foot}>
      <Button variant="default" size="xs" loading={send.isPending} onClick={() => send.mutate()}>
        Send a test email
      </Button>
      <p role="status" className={isWrong ? classes.problem : row.meta}>
        {send.error?.message ?? send.data?.message ?? "It uses the saved settings."}
      </p>
    </div>
  );
}
