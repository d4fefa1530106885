import type { FormEvent } from "react";
import { useAppForm } from "../../lib/use-app-form.ts";
import { explainAuthError } from "./explain-auth-error.ts";

type Options<Values> = { initialValues: Values; check: (values: Values) => Partial<Values> };

/** A form about how someone signs in: what the identity service refuses is told where it belongs. */
export function useCredentialForm<Values extends Record<string, string>>({ initialValues, check }: Options<Values>) {
  const form = useAppForm<Values>({ initialValues, check: (values) => check(values) as Record<string, string> });
  return {
    ...form,
    field: (name: keyof Values & string) => ({
      ...form.getInputProps(name),
      onChange: (event: FormEvent<HTMLInputElement>) => {
        form.change({ [name]: event.currentTarget.value } as Partial<Values>);
        form.clearErrors();
        form.setFailure(null);
      },
    }),
    /** Whether the work was done; if not, the form says why. */
    attempt: async (work: Promise<void>): Promise<boolean> => {
      try {
        await work;
        return true;
      } catch (error) {
        const { place, message } = explainAuthError(error);
        if (place === "form") form.setFailure(new Error(message));
        else form.showErrors({ [place]: message });
        return false;
      }
    },
  };
}
