import { dropShell } from '#lib/browser/app-shell/drop-shell.ts';
import { requireAnswer } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type Failed, isFailed } from '#lib/wire/answers/action-result.ts';
import { isText, objectOf } from '#lib/wire/answers/shape.ts';

/** So long a page that is signed out may stay on the screen. */
const dropWithinMs = 3_000;

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
  const { ok, answer } = await postSession(`callback/${provider}`, credentials);
  if (ok) return { kind: 'signedIn' };
  const url = 'url' in answer ? URL.parse(answer.url, window.location.origin) : null;
  return { kind: 'refused', because: url?.searchParams.get('error') ?? null };
}

/** @throws as `postSignIn` */
export const postSignOut = async (): Promise<ActionResult<null>> => {
  const { answer } = await postSession('signout', {});
  if ('error' in answer) return answer;
  // once more at the sign-in: another window may be keeping it, from a desk that stalls
  await Promise.race([dropShell().catch(() => {}), new Promise((resolve) => setTimeout(resolve, dropWithinMs))]);
  return { ok: true, value: null };
};

const isToken = objectOf({ csrfToken: isText });
const isDestination = objectOf({ url: isText });
/** What next-auth says of a sign-in or a sign-out, and what we say of one that does not get so far. */
const isAnswer = (value: unknown): value is { url: string } | Failed => isDestination(value) || isFailed(value);

async function postSession(path: string, input: Record<string, string>) {
  const asked = await fetch('/api/auth/csrf', { cache: 'no-store' });
  const { csrfToken } = requireAnswer(await asked.json(), isToken);
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, csrfToken, json: 'true' }),
  });
  return { ok: response.ok, answer: requireAnswer(await response.json(), isAnswer) };
}
