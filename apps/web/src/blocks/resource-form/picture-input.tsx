import type { EntityField, EntityValue } from "@console/contracts";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import classes from "./resource-form.module.css";

type Props = {
  field: EntityField;
  value: EntityValue;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  onChange: (next: EntityValue) => void;
};

const largestBytes = 140_000;

/** A small picture that is kept with the row. */
export function PictureInput({ field, value, error, isDisabled, onChange }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    if (!/^image\/(png|jpeg|webp)$/.test(chosen.type)) return setProblem("Choose a PNG, JPEG or WebP image.");
    if (chosen.size > largestBytes) return setProblem("Choose an image of at most 140 kB.");
    setProblem(null);
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(chosen);
  };
  return (
    <fieldset className={classes.group} disabled={isDisabled}>
      <legend className={classes.label}>{field.label}</legend>
      {field.help && <p className={classes.help}>{field.help}</p>}
      <div className={classes.picture}>
        {typeof value === "string" && value !== "" && <img src={value} alt={`${field.label} (current)`} />}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label={field.label}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
        <Button variant="default" size="compact-sm" onClick={() => file.current?.click()}>
          {value ? "Choose another" : "Choose an image"}
        </Button>
        {value && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {(problem ?? error) && (
        <p role="alert" className={classes.problem}>
          {problem ?? error}
        </p>
      )}
    </fieldset>
  );
}
