import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Overlay.css";
import { formatDate } from "@console/figures/format";
import { ActionIcon, Button, Modal, TextInput } from "@mantine/core";
import { IconFlag, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./day-notes.module.css";

type Props = { notes: readonly { id: string; day: string; text: string }[]; today: string };

/** What happened on which day, for everyone of the organisation: it stands on all charts along time. */
export function DayNotes({ notes, today }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFlag size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Notes
      </Button>
      {isOpen && <NotesDialog notes={notes} today={today} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NotesDialog({ notes, today, onClose }: Props & { onClose: () => void }) {
  const formats = useFormats();
  // The reason of a refusal stands at the text, whichever field it names.
  const form = useAppForm({ initialValues: { day: today, text: "" }, isField: () => false });
  const add = useWrite("annotateDay");
  const remove = useWrite("deleteAnnotation");
  const save = async (note: { day: string; text: string }) => {
    await add.mutateAsync(note);
    form.change({ text: "" });
  };
  return (
    <Modal
      opened
      lockScroll={false}
      onClose={onClose}
      title="Notes on days"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form ref={form.element} className={classes.form} onSubmit={form.submit(save)}>
        <TextInput type="date" label="Day" required {...form.getInputProps("day")} />
        <TextInput
          label="What happened"
          placeholder="Public holiday, road closed, new price"
          required
          maxLength={140}
          {...form.getInputProps("text")}
          error={form.failure?.message}
        />
        <Button type="submit" loading={form.submitting}>
          Add note
        </Button>
      </form>
      <ul className={classes.list}>
        {notes.map(({ id, day, text }) => (
          <li key={id}>
            <span className={classes.day}>{formatDate(day, formats)}</span>
            <span>{text}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the note ${text}`}
              onClick={() => remove.mutate({ annotation: id })}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
