import type { EntityDescription, EntityRow } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useState } from "react";
import question from "../../blocks/question/question.module.css";
import { Question } from "../../blocks/question/question.tsx";
import type { FormValues } from "../../blocks/resource-form/form-values.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { IssuedKey } from "./issued-key.tsx";
import { hasKey, keyWord, type Link, linkOf } from "./link.ts";
import classes from "./links.module.css";
import { type NewKey, useNewKey } from "./use-new-key.ts";

/** Makes a link; one that is opened with a key gets its first key at once, which is shown once. */
export function NewLink({ description }: { description: EntityDescription }) {
  const { text, go } = useResourceAddress();
  const [made, setMade] = useState<Link | null>(null);
  const [begins] = useState(() => beginsWith(text("tenant"), text("client")));
  const newKey = useNewKey();
  const leave = (id?: string) =>
    go({ do: undefined, tenant: undefined, client: undefined, ...(id && { row: id, tab: "address" }) });
  const end = (row: EntityRow | null) => {
    const link = row && linkOf(row);
    if (!link || !hasKey(link)) return leave(link?.id);
    setMade(link);
    newKey.mutate({ id: link.id, overlapHours: 0 });
  };
  return (
    <>
      <NewResource
        {...{ description, begins }}
        remark={(values) => values.kind === "open" && <OpenWarning values={values} />}
        onEnd={end}
      />
      {made && <FirstKey link={made} newKey={newKey} onClose={() => leave(made.id)} />}
    </>
  );
}

function beginsWith(tenantId: string | undefined, client: string | undefined): FormValues {
  return { ...(tenantId && { tenantId }), ...(client && { client }) };
}

function OpenWarning({ values }: { values: FormValues }) {
  const formats = useAuth().user ?? ownFormats;
  const until = typeof values.expiresAt === "string" ? formatInstant(values.expiresAt, formats) : "it expires";
  return (
    <p className={classes.danger} role="alert">
      Anybody who guesses the number sees this report until {until}. Numbers follow one another, so they are easily
      guessed. Choose a key in the address where you can.
    </p>
  );
}

function FirstKey({ link, newKey, onClose }: { link: Link; newKey: NewKey; onClose: () => void }) {
  const word = keyWord(link);
  if (newKey.data) return <IssuedKey link={link} issued={newKey.data} onClose={onClose} />;
  return (
    <Question title={`The ${word} of ${link.label}`} isOnlyNow onClose={onClose}>
      {newKey.error ? (
        <div className={question.form}>
          <p role="alert" className={question.problem}>
            The link is made, but has no {word} yet. {newKey.error.message}
          </p>
          <div className={question.actions}>
            <Button variant="default" onClick={onClose}>
              Later
            </Button>
            <Button onClick={() => newKey.mutate({ id: link.id, overlapHours: 0 })}>Make the {word}</Button>
          </div>
        </div>
      ) : (
        <Skeleton label={`Making the ${word}`} lines={[100, 80]} />
      )}
    </Question>
  );
}
