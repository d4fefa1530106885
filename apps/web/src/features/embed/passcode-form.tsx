import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import classes from "./embed.module.css";
import { EmbedMessage } from "./embed-message.tsx";
import { embedSession } from "./session/embed-session.ts";

type Props = {
  /** What was typed before. */
  typed: string;
  problem: string | null;
};

/** Asks for the passcode of a link; a wrong one stays in its field, to be mended. */
export function PasscodeForm({ typed, problem }: Props) {
  const [passcode, setPasscode] = useState(typed);
  const [isTrying, setIsTrying] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Whoever has just failed goes on in the field; a page that frames a report keeps its focus until then.
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  const open = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (passcode === "") return field.current?.focus();
    setIsTrying(true);
    await embedSession.submitPasscode(passcode);
    setIsTrying(false);
  };
  return (
    <EmbedMessage icon={<IconKey size={22} stroke={1.5} />} title="This report asks for a passcode.">
      <p className={classes.words}>You received it together with the link.</p>
      <form className={classes.form} onSubmit={(event) => void open(event)}>
        <TextInput
          ref={field}
          label="Passcode"
          type="password"
          autoComplete="off"
          maxLength={100}
          value={passcode}
          error={isTrying ? null : problem}
          onChange={({ currentTarget }) => setPasscode(currentTarget.value)}
        />
        {/* A click of its own, because a frame may allow no forms to be sent. */}
        <Button type="submit" loading={isTrying} onClick={(event) => void open(event)}>
          Open report
        </Button>
      </form>
    </EmbedMessage>
  );
}
