/** Signs in as the form does. @returns the cookies of the session, as a browser sends them */
export async function signIn(deskUrl: string, email: string, password: string): Promise<string> {
  const asked = await fetch(`${deskUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string }; // safe because: next-auth answers this
  const answer = await fetch(`${deskUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(deskUrl).origin, cookie: cookiesOf(asked) },
    body: JSON.stringify({ csrfToken, email, password, json: 'true' }),
    redirect: 'manual',
  });
  const cookies = cookiesOf(answer);
  if (!cookies.includes('session-token')) throw new Error(`The desk did not let ${email} sign in: ${answer.status}.`);
  return cookies;
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
