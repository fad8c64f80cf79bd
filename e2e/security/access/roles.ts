import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { requestSignIn, signInByRequest } from '#e2e/base/sign-in-request.ts';
import { type StaffRole, staffRoles } from '#lib/wire/staff.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { Caller } from './call.ts';

/** A caller of the desk's endpoints. */
export interface RoleCaller extends Caller {
  name: string;
  /** Null for a caller without a (valid) session. */
  role: StaffRole | null;
}

/** A user of the demo for each role, one who is disabled while signed in, one with a forged session, and one without a session. */
export async function createCallers(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
): Promise<RoleCaller[]> {
  const origin = stack.deskUrl;
  const callers: RoleCaller[] = [];
  for (const role of staffRoles) {
    callers.push({ name: `one-${role}`, role, request: await signInByRequest(playwright, stack, role), origin });
  }
  const locationId = await stack.findLocation();
  const disabled = await signInNew(playwright, stack, { role: 'manager', name: 'disabled', locationId });
  const disable = {
    text: 'update staff set disabled_at = now() where email = $1',
    values: ['disabled@access.example'],
  };
  await queryDatabase(stack, 'desk', [disable]);
  callers.push({ name: 'a disabled manager with a session', role: null, request: disabled, origin });
  const forged = await playwright.request.newContext({
    baseURL: stack.deskUrl,
    extraHTTPHeaders: { cookie: 'next-auth.session-token=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  });
  callers.push({ name: 'a forged session', role: null, request: forged, origin });
  callers.push({
    name: 'anonymous',
    role: null,
    origin,
    request: await playwright.request.newContext({ baseURL: stack.deskUrl }),
  });
  return callers;
}

/** A manager of a gym of another chain, on the same desk. */
export async function inviteStranger(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
): Promise<RoleCaller & { locationId: string }> {
  const gym = await stack.platformAdmin<{ apiKey: string }>(
    ...['create-gym', '--name', 'Another chain', '--time-zone', 'Europe/Berlin'],
  );
  const { id } = await stack.deskAdmin<{ id: string }>(
    ['add-location', '--name', 'Another chain', '--time-zone', 'Europe/Berlin', '--api-url', stack.gymUrl],
    gym.apiKey,
  );
  const request = await signInNew(playwright, stack, { role: 'manager', name: 'stranger', locationId: id });
  return { name: 'a manager of another chain', role: 'manager', request, origin: stack.deskUrl, locationId: id };
}

async function signInNew(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
  { role, name, locationId }: { role: StaffRole; name: string; locationId: string },
): Promise<APIRequestContext> {
  const email = `${name}@access.example`;
  await hireStaff(stack, { email, name, role, locationIds: [locationId] });
  const request = await playwright.request.newContext({ baseURL: stack.deskUrl });
  const signedIn = await requestSignIn(request, stack, {
    means: 'credentials',
    given: { email, password: stack.password },
  });
  expect(signedIn, `${name} signs in`).toBe('signedIn');
  return request;
}
