import { dropShell } from '#lib/browser/app-shell/drop-shell.ts';
import { requireAnswer } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type Failed, isFailed } from '#lib/wire/answers/action-result.ts';
import { isText, objectOf } from '#lib/wire/answers/shape.ts';

/** The longest wait for removing the app shell: until then the signed-out page stays on the screen. */
export const dropWithinMs = 3_000;

/** The outcome of a sign-in; `because` is the error code of next-auth or of our own check. */
export type SignInAnswer = { kind: 'signedIn' } | { kind: 'refused'; because: string | null };

/**
 * Signs in with a provider of next-auth. Its own client posts a form, but the desk accepts only JSON.
 * @throws where the desk can't be reached, or another server responds
 */
export async function postSignIn(
  provider: 'credentials' | 'badge' | 'link' | 'passkey',
  credentials: Record<string, string>,
): Promise<SignInAnswer> {
  const { ok, answer } = await postSession(`callback/${provider}`, credentials);
  if (ok) return { kind: 'signedIn' };
  const address = 'url' in answer ? answer.url : '';
  const { origin } = window.location;
  // not `URL.parse`: see the oldest supported browsers in docs/operate.md
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  return { kind: 'refused', because: url?.searchParams.get('error') ?? null };
}

/** @throws as `postSignIn` */
export const postSignOut = async (): Promise<ActionResult<null>> => {
  const { answer } = await postSession('signout', {});
  if ('error' in answer) return answer;
  // the sign-in page removes it again: another window may be storing the shell, from a slow desk
  await Promise.race([dropShell().catch(() => {}), new Promise((resolve) => setTimeout(resolve, dropWithinMs))]);
  return { ok: true, value: null };
};

const isToken = objectOf({ csrfToken: isText });
const isDestination = objectOf({ url: isText });
/** The response of next-auth to a sign-in or sign-out, or our own error for a request that does not reach it. */
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
