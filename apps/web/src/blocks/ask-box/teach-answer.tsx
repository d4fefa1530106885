import { isPlatformRole, permissionsForRole } from "@console/contracts/permissions";
import { Button } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import { accessedTenant } from "../../lib/platform-access.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./ask-box.module.css";
import type { Asked } from "./use-asking.ts";

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
      {words.length > 0 && <WordLinks words={words} isPlatform={isPlatformRole(role)} />}
      <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(false)}>
        Close
      </Button>
    </section>
  );
}

/** The tenant that a platform admin looks at is the one that is taught. */
function scopeFields() {
  const tenantId = accessedTenant();
  return tenantId ? { tenantId } : {};
}

function SaveExample({ asked: { question, answer }, onEnd }: { asked: Asked; onEnd: () => void }) {
  const [problem, setProblem] = useState<{ message: string; isWarning: boolean } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  async function save() {
    setIsSaving(true);
    try {
      const fields = { question, query: JSON.stringify(answer.query), ...scopeFields() };
      await callApi("createEntity", { entity: "examples", fields, isConfirmed: problem?.isWarning ?? false });
      void refetchTopic("entities");
      showToast({ title: question, message: "The example is in use from now on.", type: "success" });
      onEnd();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [told = error.message] = Object.values(error.fields);
      setProblem({ message: told, isWarning: Object.hasOwn(error.fields, "isConfirmed") });
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <div className={classes.open}>
      <p className={classes.teachWords}>
        “{question}” means {answer.assumptions.map(({ label }) => label).join(", ")}. The same question about other
        names and days is answered alike.
      </p>
      {problem && <p role="alert">{problem.message}</p>}
      <Button size="compact-sm" variant="default" loading={isSaving} onClick={() => void save()}>
        {problem?.isWarning ? "Save anyway" : "Save as example"}
      </Button>
    </div>
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
