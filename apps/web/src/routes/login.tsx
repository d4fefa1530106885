import { createFileRoute, retainSearchParams } from "@tanstack/react-router";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { safeNext } from "../lib/auth/navigation.ts";
import { createSearchReader, parseKey } from "../lib/search.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

const notes = {
  "password-changed": "Your password was changed. Sign in with the new one.",
};

const problems = {
  "unknown-user": "User data not found in database.",
  suspended: "The access of your organisation is suspended. Ask your administrator.",
  provider: "Google did not answer as expected. Try again, or sign in with your password.",
};

const readLoginSearch = createSearchReader({
  next: (value) => safeNext(value) ?? undefined,
  note: (value) => parseKey(notes, value),
  error: (value) => parseKey(problems, value),
});

export const Route = createFileRoute("/login")({
  validateSearch: readLoginSearch,
  // Whoever was sent to the first page still comes to where they wanted to go.
  search: { middlewares: [retainSearchParams<ReturnType<typeof readLoginSearch>>(["next"])] },
  component: Login,
});

function Login() {
  const { note, error } = Route.useSearch();
  return (
    <PublicLayout>
      <LoginPage note={note ? notes[note] : null} problem={error ? problems[error] : null} />
    </PublicLayout>
  );
}
