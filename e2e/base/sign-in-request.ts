import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test';
import type { StaffRole } from '#lib/wire/staff.ts';
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

/** Signs in as a member of the demo's staff. */
export async function signInAs(request: APIRequestContext, stack: Stack, role: StaffRole): Promise<void> {
  const given = { email: `${role}@demo.example`, password: stack.password };
  expect(await requestSignIn(request, stack, { means: 'credentials', given })).toBe('signedIn');
}

/** A client with a session of the demo's staff, for tests that need no page. */
export async function signInByRequest(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
  role: StaffRole,
): Promise<APIRequestContext> {
  const request = await playwright.request.newContext({ baseURL: stack.deskUrl });
  await signInAs(request, stack, role);
  return request;
}
