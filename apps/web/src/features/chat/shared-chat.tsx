import type { SharedChat, SharedMessage } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { PassageText } from "../../blocks/passage/passage-text.tsx";
import { Prose } from "../../blocks/prose/prose.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./shared-chat.module.css";
import { SharedTable } from "./shared-table.tsx";

type Props = { share: string; Header: ComponentType<{ title: string; question: string }> };

/** A conversation that a colleague has shared, to be read. */
export function SharedChatPage({ share, Header }: Props) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({ ...read("readShare", { share }), retry: false });
  if (error && !data) {
    return (
      <ReadProblem
        heading="h1"
        title="The conversation could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton label="Loading the conversation" lines={[40, 90, 80, 60]} />;
  return (
    <>
      <Header
        title={data.title}
        question={`Shared by ${data.by} on ${formatInstant(data.sharedAt, formats)}. Its figures do not change.`}
      />
      <Messages messages={data.messages} />
    </>
  );
}

function Messages({ messages }: Pick<SharedChat, "messages">) {
  return (
    <ol className={classes.messages}>
      {messages.map((message, place) =>
        message.role === "user" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes its order
          <li key={place} className={classes.own} dir="auto">
            {message.text}
          </li>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes its order
          <li key={place} className={classes.answer}>
            <Answer message={message} question={messages[place - 1]?.text ?? "Answer"} />
          </li>
        ),
      )}
    </ol>
  );
}

function Answer({ message, question }: { message: SharedMessage; question: string }) {
  const formats = useFormats();
  const { text, unverified, table, passages, model, problem, createdAt } = message;
  const facts = [formatInstant(createdAt, formats), ...(model === null ? [] : [model])];
  return (
    <>
      {text === "" ? <p className={classes.quiet}>No answer.</p> : <Prose text={text} unverified={unverified} />}
      {unverified.length > 0 && (
        <p className={classes.warning}>
          {unverified.length === 1 ? "1 number is" : `${unverified.length} numbers are`} not verified.
        </p>
      )}
      {problem && <p className={classes.warning}>{problem}</p>}
      {table && <SharedTable table={table} name={`Figures: ${question}`} />}
      {passages.map((passage, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes its order
        <figure key={place} className={classes.passage}>
          <blockquote>
            <PassageText kind={passage.kind} content={passage.content} />
          </blockquote>
          <figcaption className={classes.quiet}>
            {[passage.title, ...(passage.page === null ? [] : [`page ${passage.page}`])].join(", ")}
          </figcaption>
        </figure>
      ))}
      <p className={classes.quiet}>{facts.join(" · ")}</p>
    </>
  );
}
