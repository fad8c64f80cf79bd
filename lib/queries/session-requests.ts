import { dropShell } from '#lib/app-shell/drop-shell.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

/** What became of a sign-in; `because` is the code that next-auth or our own check gives. */
export type SignInAnswer = { kind: 'signedIn' } | { kind: 'refused'; because: string | null };

/**
 * Signs in by a provider of next-auth, whose own client sends a form where the desk takes JSON only.
 * @throws where the desk can't be reached, or something else answers in its place
 */
export async function postSignIn(
  provider: 'credentials' | 'badge' | 'link',
  credentials: Record<string, string>,
): Promise<SignInAnswer> {
  const { ok, url } = await postSession(`callback/${provider}`, credentials);
  if (ok) return { kind: 'signedIn' };
  return { kind: 'refused', because: URL.parse(url ?? '', window.location.origin)?.searchParams.get('error') ?? null };
}

/** @throws as `postSignIn` */
export const postSignOut = async (): Promise<ActionResult<null>> => {
  await postSession('signout', {});
  // best effort, and once more at the sign-in
  await dropShell().catch(() => {});
  return { ok: true, value: null };
};

async function postSession(path: string, input: Record<string, string>): Promise<{ ok: boolean; url?: string }> {
  const asked = await fetch('/api/auth/csrf', { cache: 'no-store' });
  const { csrfToken } = (await asked.json()) as { csrfToken: string }; // safe because: next-auth answers this, and a proxy's page fails to parse
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, csrfToken, json: 'true' }),
  });
  const { url } = (await response.json()) as { url?: string }; // safe because: as above
  return { ok: response.ok, ...(url === undefined ? {} : { url }) };
}
