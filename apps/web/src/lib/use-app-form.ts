import { type UseFormInput, useForm } from "@mantine/form";
import { type RefObject, type SyntheticEvent, useRef, useState } from "react";
import { ApiError } from "./api.ts";

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

type Options<Values> = {
  initialValues: Values;
  /** What is wrong before anything is sent. */
  check?: (values: Values) => FieldErrors;
  /** Whether a name that the server complains about is a field of the form; without it, whatever has a value is. */
  isField?: (name: string) => boolean;
  /** The id of a field's control, where it is not marked as invalid by itself. */
  fieldId?: (name: string) => string;
};

/** A form of `@mantine/form` that tells what the server refuses at its fields, moves to the first of them, and keeps what was typed. */
export function useAppForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { initialValues, check, isField, fieldId } = options;
  const form = useForm<Values>({
    mode: "controlled",
    initialValues,
    ...(check && { validate: check as NonNullable<UseFormInput<Values>["validate"]> }),
  });
  const [failure, setFailure] = useState<Error | null>(null);
  const element: RefObject<HTMLFormElement | null> = useRef(null);
  const isRunning = useRef(false);

  const isOurs = (name: string) => isField?.(name) ?? Object.hasOwn(form.getValues(), name);

  function focusError(errors: object) {
    const [first] = Object.keys(errors);
    // Once the errors are drawn, so that they are read with their fields.
    setTimeout(() => {
      const control = first && fieldId ? document.getElementById(fieldId(first)) : null;
      (control ?? element.current?.querySelector<HTMLElement>("[aria-invalid=true]"))?.focus();
    });
  }

  /** Shows errors at their fields in the place of all others, and moves to the first. */
  function showErrors(errors: FieldErrors) {
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusError(errors);
  }

  /** Tells why a call was refused: at its fields where it names some, otherwise for the whole form. */
  function refuse(error: unknown) {
    if (!(error instanceof Error)) throw error;
    const fields = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => isOurs(name)) : [];
    showErrors(Object.fromEntries(fields));
    setFailure(fields.length > 0 ? null : error);
  }

  /** Checks what was typed and does the work with it, once at a time; what the work is refused for is told. */
  const submit = (work: (values: Values) => unknown) => (event?: SyntheticEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isRunning.current) return;
    setFailure(null);
    form.onSubmit(async (values) => {
      isRunning.current = true;
      try {
        await work(values);
      } catch (error) {
        refuse(error);
      } finally {
        isRunning.current = false;
      }
    }, focusError)(event);
  };

  /** Changes some values; what was wrong with them is forgotten. */
  function change(part: Partial<Values>) {
    for (const [name, value] of Object.entries(part)) form.getInputProps(name).onChange(() => value);
  }

  return {
    ...form,
    errors: form.errors as FieldErrors,
    /** Why the last try failed, where no field is to blame. */
    failure,
    setFailure,
    /** For the form's element, in which the first wrong field is looked for. */
    element,
    showErrors,
    refuse,
    submit,
    change,
  };
}
