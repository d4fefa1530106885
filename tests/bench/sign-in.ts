/** The headers of someone who is signed in, of the demo unless another password is given. */
export async function signIn(
  { url }: { url: string },
  email: string,
  password = "demo-password-1",
): Promise<{ authorization: string }> {
  const response = await fetch(`${url}/v1/accounts:signInWithPassword?key=bench`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  const { idToken } = (await response.json()) as { idToken?: string };
  if (!idToken) throw new Error(`${email} could not sign in.`);
  return { authorization: `Bearer ${idToken}` };
}
