import type { Stack } from '#tools/testing/stack.ts';
import type { Hostile } from './send-requests.ts';
import { cookieOf } from './what-there-is.ts';

/** Forty concurrent sign-ins at each program. */
export async function signIns({ deskUrl, platformUrl }: Stack): Promise<Hostile[]> {
  const answer = await fetch(`${deskUrl}/api/auth/csrf`);
  const { csrfToken } = await answer.json();
  const cookie = cookieOf(answer);
  return Array.from({ length: 40 }, (_, at): Hostile[] => {
    const sent = { email: `stranger-${at}@example.com`, password: 'a wrong password' };
    const json = JSON.stringify({ json: 'true', csrfToken, ...sent });
    const asJson = { origin: deskUrl, cookie, 'content-type': 'application/json' };
    const asForm = { origin: platformUrl, 'content-type': 'application/x-www-form-urlencoded' };
    const [desk, platform] = [`${deskUrl}/api/auth/callback/credentials`, `${platformUrl}/console/sign-in`];
    const form = new URLSearchParams(sent).toString();
    return [
      { group: 'desk, sign-ins at once', url: desk, init: { method: 'POST', body: json, headers: asJson } },
      { group: 'platform, sign-ins at once', url: platform, init: { method: 'POST', body: form, headers: asForm } },
    ];
  }).flat();
}
