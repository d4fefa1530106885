import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import { type AssistantNote, type AssistantProfile, longestNote, mostNotes } from "@console/contracts";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import classes from "./assistant-drawer.module.css";
import chat from "./chat.module.css";
import { OneField } from "./one-field.tsx";

/** What the assistant remembers: listed, changed and erased here; off until its owner switches it on. */
export function MemoryPart({ profile: { isMemoryOn, notes } }: { profile: AssistantProfile }) {
  const change = useWrite("changeAssistantProfile");
  const eraseAll = useWrite("eraseAssistantNotes");
  const [isErasing, setErasing] = useState(false);
  const onError = (failure: Error) => showFailure("Memory not changed", failure);
  return (
    <section className={classes.part}>
      <h3>Memory</h3>
      <Checkbox
        label="Remember what I ask you to"
        description="Off: nothing is kept or used. What is listed stays until you erase it."
        checked={isMemoryOn}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ isMemoryOn: event.currentTarget.checked }, { onError })}
      />
      {isMemoryOn && <NewNote isFull={notes.length >= mostNotes} />}
      {notes.length === 0 ? (
        <p className={classes.quiet}>Nothing is remembered.</p>
      ) : (
        <>
          <ul className={classes.notes} aria-label="What is remembered">
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={() => setErasing(true)}>
            Erase all
          </Button>
        </>
      )}
      {isErasing && (
        <ConfirmDialog title="Erase all notes?" onClose={() => setErasing(false)}>
          <p>Everything that is remembered of you is erased for good.</p>
          <div className={chat.acts}>
            <Button
              color="red"
              loading={eraseAll.isPending}
              onClick={() => eraseAll.mutate({}, { onSuccess: () => setErasing(false), onError })}
            >
              Erase notes
            </Button>
            <Button variant="default" onClick={() => setErasing(false)}>
              Cancel
            </Button>
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}

function NewNote({ isFull }: { isFull: boolean }) {
  const [typed, setTyped] = useState("");
  const add = useWrite("addAssistantNote");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === "") return;
    add.mutate(
      { text },
      { onSuccess: () => setTyped(""), onError: (failure) => showFailure("Not remembered", failure) },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="New note"
        description={
          isFull
            ? `There are ${mostNotes} notes. Erase one to add another.`
            : "Or write “remember that …” in a question."
        }
        disabled={isFull}
        maxLength={longestNote}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isFull || typed.trim() === ""} loading={add.isPending}>
        Add note
      </Button>
    </form>
  );
}

function Note({ note: { id: note, text } }: { note: AssistantNote }) {
  const [isEditing, setEditing] = useState(false);
  const change = useWrite("changeAssistantNote");
  const erase = useWrite("eraseAssistantNote");
  const onError = (failure: Error) => showFailure("Note not changed", failure);
  return (
    <li className={classes.note}>
      <span dir="auto">{text}</span>
      <span className={classes.acts}>
        <Button size="compact-sm" variant="subtle" aria-label={`Edit: ${text}`} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Erase: ${text}`}
          loading={erase.isPending}
          onClick={() => erase.mutate({ note }, { onError })}
        >
          Erase
        </Button>
      </span>
      {isEditing && (
        <ConfirmDialog title="Edit the note" onClose={() => setEditing(false)}>
          <OneField
            label="Note"
            start={text}
            longest={longestNote}
            isBusy={change.isPending}
            onSave={(next) => change.mutate({ note, text: next }, { onSuccess: () => setEditing(false), onError })}
          />
        </ConfirmDialog>
      )}
    </li>
  );
}
