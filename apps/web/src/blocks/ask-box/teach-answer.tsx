import "@mantine/core/styles/Input.css";
import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button, Textarea } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import { accessedTenant } from "../../lib/platform-access.ts";
import classes from "./ask-box.module.css";
import type { Asked } from "./use-asking.ts";
import { useTeaching } from "./use-teaching.ts";

/** Lets those who teach save what an answer means, or say what a word means; others see nothing of it. */
export function TeachAnswer({ asked }: { asked: Asked }) {
  const { role } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  const { answer, question } = asked;
  const words = [...new Set([...(answer.unknown ?? []), ...answer.unused])];
  const isTaught = answer.training?.some(({ kind }) => kind !== "word") ?? false;
  const canSave = answer.outcome === "answer" && answer.query !== undefined && question !== "" && !isTaught;
  if (!permissionsForRole(role).has("training.manage") || (!canSave && words.length === 0)) return null;
  if (!isOpen) {
    return (
      <p className={classes.open}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconSchool size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          Teach
        </Button>
      </p>
    );
  }
  return (
    <section className={classes.teach} aria-label="Teach">
      {canSave && <SaveExample asked={asked} onEnd={() => setIsOpen(false)} />}
      {canSave && <WriteAnswer asked={asked} onEnd={() => setIsOpen(false)} />}
      {words.length > 0 && <WordLinks words={words} isPlatform={isPlatformRole(role)} />}
      <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(false)}>
        Close
      </Button>
    </section>
  );
}

type PartProps = { asked: Asked; onEnd: () => void };

function SaveExample({ asked: { question, answer }, onEnd }: PartProps) {
  const { save, problem, isSaving } = useTeaching("examples", { done: "The example is in use from now on.", onEnd });
  const [reason, setReason] = useState("");
  return (
    <div className={classes.open}>
      <p className={classes.teachWords}>
        “{question}” means {answer.assumptions.map(({ label }) => label).join(", ")}. The same question about other
        names and days is answered alike.
      </p>
      {problem && <p role="alert">{problem.message}</p>}
      {problem?.needsReason && <ReasonInput reason={reason} onChange={setReason} />}
      <Button
        size="compact-sm"
        variant="default"
        loading={isSaving}
        onClick={() => void save({ question, query: JSON.stringify(answer.query), ...(reason && { reason }) })}
      >
        {problem?.isWarning ? "Save anyway" : "Save as example"}
      </Button>
    </div>
  );
}

/** The figures of the answer stay live below the words. */
function WriteAnswer({ asked: { question, answer }, onEnd }: PartProps) {
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const { save, problem, isSaving, reset } = useTeaching("answers", { done: "The answer is verified.", onEnd });
  return (
    <form
      className={classes.write}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ question, answer: text, query: JSON.stringify(answer.query), ...(reason && { reason }) });
      }}
    >
      <Textarea
        label="Verified answer"
        description="Given to this question with your name and with these figures, as they are each day."
        rows={3}
        maxLength={2000}
        error={problem?.message}
        value={text}
        onChange={({ currentTarget }) => {
          reset();
          setText(currentTarget.value);
        }}
      />
      {problem?.needsReason && <ReasonInput reason={reason} onChange={setReason} />}
      <Button type="submit" size="compact-sm" variant="default" loading={isSaving} disabled={text.trim() === ""}>
        {problem?.isWarning ? "Verify anyway" : "Save as verified answer"}
      </Button>
    </form>
  );
}

/** What makes an evaluation set worse is saved with a reason. */
function ReasonInput({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <Textarea
      label="Reason"
      rows={2}
      maxLength={300}
      value={reason}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Each unknown word leads to the form that says what it means. */
function WordLinks({ words, isPlatform }: { words: readonly string[]; isPlatform: boolean }) {
  const path = isPlatform ? `/admin/${publicConfig().productSlug}-training` : "/tenant/training";
  const tenant = accessedTenant();
  return (
    <div className={classes.open}>
      {words.slice(0, 6).map((word) => (
        <Button
          key={word}
          size="compact-sm"
          variant="default"
          renderRoot={(props) => (
            <Link to={path} search={{ view: "words", do: "new", word, ...(tenant && { tenant }) }} {...props} />
          )}
        >
          What does “{word}” mean?
        </Button>
      ))}
    </div>
  );
}
