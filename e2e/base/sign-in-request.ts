import type { APIRequestContext } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';

interface SignInRequest {
  means: 'credentials' | 'badge';
  given: Record<string, string>;
  /**
   * The client's address, with HTTPS, as sent by a proxy on the desk's machine; absent: plain HTTP from this machine.
   */
  clientAddress?: string;
}

/**
 * Signs in without a page, as from the command line.
 * @returns `signedIn`, or the error as the page would get it
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
