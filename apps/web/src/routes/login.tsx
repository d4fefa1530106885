import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";
import { EmptyState } from "../blocks/states/empty-state.tsx";
import { MessagePage } from "../shell/pages/message-page.tsx";

export const Route = createFileRoute("/login")({ component: Login });

function Login() {
  return (
    <MessagePage status={null}>
      <EmptyState
        heading="h1"
        title="Sign in"
        message="Sign-in is not open on this installation yet. Request access and we will write to you when your organisation is set up."
        actions={
          <>
            <Button renderRoot={(props) => <Link to="/" search={{ signup: 1 }} {...props} />}>Request access</Button>
            <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
              Home
            </Button>
          </>
        }
      />
    </MessagePage>
  );
}
