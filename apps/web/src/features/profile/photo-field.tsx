import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Avatar } from "../../blocks/avatar/avatar.tsx";
import { makePhoto, photoTypes } from "./make-photo.ts";
import classes from "./profile-page.module.css";
import { fieldId, type ProfileFormState } from "./use-profile-form.ts";

/** The picture of a person: chosen from a file, made small in the browser, or removed. */
export function PhotoField({ form }: { form: ProfileFormState }) {
  const { values, errors, change } = form;
  const file = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = refusal ?? errors.photo;

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    try {
      change({ photo: await makePhoto(chosen) });
      setRefusal(null);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : "This image cannot be used. Choose another one.");
    }
    // The same file can then be chosen again.
    if (file.current) file.current.value = "";
  }

  return (
    <fieldset className={classes.photo} aria-label="Photo">
      <Avatar photo={values.photo} name={values.name} size={64} />
      <div className={classes.photoActions}>
        <Button id={fieldId("photo")} variant="default" onClick={() => file.current?.click()}>
          {values.photo ? "Replace photo" : "Choose photo"}
        </Button>
        {values.photo && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setRefusal(null);
              change({ photo: null });
            }}
          >
            Remove photo
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        className={classes.file}
        accept={photoTypes}
        aria-label="Photo file"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      {problem ? (
        <p role="alert" className={`${classes.photoWords} ${classes.error}`}>
          {problem}
        </p>
      ) : (
        <p className={classes.photoWords}>PNG, JPEG or WebP, at most 10 MB. The middle square is used.</p>
      )}
    </fieldset>
  );
}
