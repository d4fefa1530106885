import { createFileRoute, retainSearchParams } from "@tanstack/react-router";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { safeNext } from "../lib/auth/navigation.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

const notes = {
  "password-changed": "Your password was changed. Sign in with the new one.",
};

const problems = {
  "unknown-user": "User data not found in database.",
  suspended: "The access of your organisation is suspended. Ask your administrator.",
  provider: "Google did not answer as expected. Try again, or sign in with your password.",
};

type Search = { next?: string; note?: keyof typeof notes; error?: keyof typeof problems };

export const Route = createFileRoute("/login")({
  validateSearch: ({ next, note, error }: Record<string, unknown>): Search => {
    const wanted = safeNext(next);
    return {
      ...(wanted !== null && { next: wanted }),
      ...(typeof note === "string" && Object.hasOwn(notes, note) && { note: note as keyof typeof notes }),
      ...(typeof error === "string" && Object.hasOwn(problems, error) && { error: error as keyof typeof problems }),
    };
  },
  // Whoever was sent to the first page still comes to where they wanted to go.
  search: { middlewares: [retainSearchParams(["next"])] },
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
