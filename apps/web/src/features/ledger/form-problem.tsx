import { ApiError } from "../../lib/api.ts";
import classes from "./ledger.module.css";

/** Why a form was not taken, by its fields where it names them. */
export function FormProblem({ error, problem = null }: { error: Error | null; problem?: string | null }) {
  const text = problem ?? (error ? sayFailure(error) : null);
  if (text === null) return null;
  return (
    <p role="alert" className={classes.problem}>
      {text}
    </p>
  );
}

function sayFailure(error: Error): string {
  const fields = error instanceof ApiError && error.fields ? Object.values(error.fields) : [];
  return fields.length > 0 ? fields.join(" ") : error.message;
}
