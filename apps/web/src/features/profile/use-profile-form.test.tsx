import type { UserDocument } from "@console/contracts";
import { act, render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { updateProfile } from "../../lib/auth/session.ts";
import { shownToasts } from "../../lib/toasts.ts";
import { type ProfileFormState, useProfileForm } from "./use-profile-form.ts";

vi.mock("../../lib/auth/session.ts", () => ({ updateProfile: vi.fn() }));

const user = {
  uid: "u1",
  email: "ada@demo.test",
  role: "viewer",
  tenantId: "t1",
  name: "Ada",
  photo: null,
  phone: null,
  language: "en",
  timeZone: null,
  dateFormat: "auto",
  numberFormat: "auto",
  theme: "system",
} as UserDocument;

let form: ProfileFormState;

function Form() {
  form = useProfileForm(user);
  return null;
}

beforeEach(async () => {
  localStorage.clear();
  vi.mocked(updateProfile).mockReset();
  await act(async () => render(<Form />));
});

test("only what was changed is sent, and the form is clean again afterwards", async () => {
  await act(async () => form.change({ name: "Ada L." }));
  expect(form.isDirty).toBe(true);
  await act(async () => form.submit());
  expect(vi.mocked(updateProfile).mock.calls).toEqual([[{ name: "Ada L." }]]);
  expect(form.isDirty).toBe(false);
  expect(shownToasts().at(-1)).toMatchObject({ type: "success", message: "Your changes are saved." });
});

test("what the server says about a field stands at that field until it is changed", async () => {
  const refusal = new ApiError({ kind: "invalid_input", message: "No.", fields: { timeZone: "No such zone." } });
  vi.mocked(updateProfile).mockRejectedValue(refusal);
  await act(async () => form.change({ timeZone: "Mars/Base" }));
  await act(async () => form.submit());
  expect([form.errors, form.failure, form.isDirty]).toEqual([{ timeZone: "No such zone." }, null, true]);
  await act(async () => form.change({ timeZone: null }));
  expect(form.errors).toEqual({});
});

test("any other failure is told for the whole form, and what was typed stays", async () => {
  vi.mocked(updateProfile).mockRejectedValue(new ApiError({ kind: "offline", message: "Not reached." }));
  await act(async () => form.change({ name: "Ada L." }));
  await act(async () => form.submit());
  expect([form.failure?.message, form.values.name]).toEqual(["Not reached.", "Ada L."]);
});

test("a wrong field is told before anything is sent", async () => {
  await act(async () => form.change({ phone: "050" }));
  await act(async () => form.submit());
  expect(form.errors.phone).toContain("country code");
  expect(updateProfile).not.toHaveBeenCalled();
});

test("a saved theme is that of this browser, and following the system is remembered by forgetting", async () => {
  await act(async () => form.change({ theme: "dark" }));
  expect(localStorage.getItem("theme")).toBeNull();
  await act(async () => form.submit());
  expect(localStorage.getItem("theme")).toBe("dark");
  await act(async () => form.change({ theme: "system" }));
  await act(async () => form.submit());
  expect(localStorage.getItem("theme")).toBeNull();
});

test("discarding brings back what is stored", async () => {
  await act(async () => form.change({ name: "Someone" }));
  await act(async () => form.discard());
  expect([form.values.name, form.isDirty]).toEqual(["Ada", false]);
});
