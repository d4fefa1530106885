import { TextInput } from "@mantine/core";
import type { ReactNode, Ref } from "react";

type Props = { ref: Ref<HTMLInputElement>; value: string; onChange: (value: string) => void; error: ReactNode };

/** The address of an account, as browsers and password managers know it. */
export function EmailField({ ref, value, onChange, error }: Props) {
  return (
    <TextInput
      ref={ref}
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
