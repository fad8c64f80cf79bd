import type { APIRequestContext } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';

interface SignInRequest {
  means: 'credentials' | 'badge';
  given: Record<string, string>;
  /** From where, by HTTPS, as a proxy on the desk's machine says; by plain HTTP from this machine where absent. */
  clientAddress?: string;
}

/**
 * Signs in without a page, as anybody with a command line can.
 * @returns `signedIn`, or why not, as the page would be told
 */
export async function requestSignIn(
  request: APIRequestContext,
  { deskUrl }: Stack,
  { means, given, clientAddress }: SignInRequest,
): Promise<string> {
  const { csrfToken } = await (await request.get(`${deskUrl}/api/auth/csrf`)).json();
  const answer = await request.post(`${deskUrl}/api/auth/callback/${means}`, {
    headers: {
      origin: deskUrl,
      ...(clientAddress && { 'x-forwarded-for': clientAddress, 'x-forwarded-proto': 'https' }),
    },
    data: { ...given, csrfToken, json: 'true' },
  });
  const { searchParams } = new URL((await answer.json()).url);
  return searchParams.get('error') ?? (searchParams.has('csrf') ? 'csrf' : 'signedIn');
}
