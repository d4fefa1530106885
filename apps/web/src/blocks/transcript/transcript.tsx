import type { ChatMessage, Conversation } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { useFormats } from "../../lib/use-formats.ts";
import { Prose } from "../prose/prose.tsx";
import classes from "./transcript.module.css";

/** All messages of a conversation to be read, in the order in which they were written; nothing can be done with them. */
export function Transcript({ messages }: Pick<Conversation, "messages">) {
  if (messages.length === 0) return <p>Nothing was asked in this conversation.</p>;
  return (
    <ol className={classes.messages}>
      {messages.map((message) =>
        message.role === "user" ? (
          <li key={message.id} className={classes.own} dir="auto">
            {message.text}
          </li>
        ) : (
          <li key={message.id} className={classes.answer}>
            <Answer message={message} />
          </li>
        ),
      )}
    </ol>
  );
}

function Answer({ message: { text, unverified, model, answer, problem, createdAt } }: { message: ChatMessage }) {
  const formats = useFormats();
  const rows = answer?.result?.rows.length ?? 0;
  const facts = [
    formatInstant(createdAt, formats),
    ...(model === null ? [] : [model]),
    ...(rows === 0 ? [] : [rows === 1 ? "1 row of figures" : `${formatNumber(rows, formats)} rows of figures`]),
  ];
  return (
    <>
      {text === "" ? <p className={classes.quiet}>No answer.</p> : <Prose text={text} unverified={unverified} />}
      {problem && <p className={classes.quiet}>{problem.text}</p>}
      <p className={classes.quiet}>{facts.join(" · ")}</p>
    </>
  );
}
