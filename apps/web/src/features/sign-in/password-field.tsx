import { ActionIcon, TextInput } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import classes from "./sign-in.module.css";

type Props = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
  error?: ReactNode;
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A password that can be shown, with a hint when Caps Lock is on. */
export function PasswordField({ label, onChange, describedBy, error, ref = null, ...input }: Props) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setIsCapsLockOn(event.getModifierState("CapsLock"));
  const Icon = isShown ? IconEyeOff : IconEye;

  return (
    <div>
      <TextInput
        {...input}
        ref={ref}
        label={label}
        error={error}
        required
        withAsterisk={false}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
        {...(describedBy && !error ? { "aria-describedby": describedBy } : {})}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        }
      />
      <p className={classes.capsLock} role="status">
        {isCapsLockOn && "Caps Lock is on."}
      </p>
    </div>
  );
}
