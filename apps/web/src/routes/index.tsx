import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { HomePage } from "../features/home/home-page.tsx";
import { PublicLayout } from "../shell/public-layout.tsx";

const SignupDialog = lazy(async () => ({
  default: (await import("../features/signup/signup-dialog.tsx")).SignupDialog,
}));

const openerId = "request-access";

export const Route = createFileRoute("/")({
  // Campaign parameters pass through untouched; only `signup` is ours.
  validateSearch: ({ signup, ...others }: Record<string, unknown>): { signup?: 1 } =>
    signup === "1" || signup === 1 ? { signup: 1, ...others } : others,
  component: Home,
});

function Home() {
  const { signup } = Route.useSearch();
  const navigate = Route.useNavigate();

  function close() {
    void navigate({
      search: ({ signup: _closed, ...others }) => others,
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <PublicLayout>
      <HomePage openerId={openerId} />
      {signup && (
        <Suspense>
          <SignupDialog
            openerId={openerId}
            onClose={close}
            onSent={() => void navigate({ to: "/thank-you", replace: true })}
          />
        </Suspense>
      )}
    </PublicLayout>
  );
}
