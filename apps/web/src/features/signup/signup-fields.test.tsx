import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../../lib/screen-for-tests.tsx";
import { SignupFields } from "./signup-fields.tsx";
import { useSignupForm } from "./use-signup-form.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

function Form() {
  return <SignupFields form={useSignupForm(() => {})} />;
}

test("the consent is named by its sentence, and a press on that ticks it; the privacy notice is no part of either", async () => {
  await renderInApp(<Form />);
  const name = "I agree that you use these details to answer my request.";
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect(box.checked).toBe(false);
  fireEvent.click(screen.getByText(name));
  expect(box.checked).toBe(true);
  const notice = screen.getByRole("link", { name: "privacy notice" });
  expect(notice.getAttribute("href")).toBe("/privacy");
  expect(notice.closest("label")).toBeNull();
});
