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
  /** Whether its session waits for the passkey of its person. */
  isWaiting?: true;
}

/** A user of the demo for each role, one who is disabled while signed in, one who has
 * put off a required passkey for too long, one with a forged session, and one without a session. */
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
  callers.push(await createWaiting(playwright, stack));
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
  const locationId = await openGym(stack, 'Another chain');
  const request = await signInNew(playwright, stack, { role: 'manager', name: 'stranger', locationId });
  return { name: 'a manager of another chain', role: 'manager', request, origin: stack.deskUrl, locationId };
}

/** A manager of another gym of the demo chain, whose members are the same people. */
export async function hireAtSibling(playwright: PlaywrightWorkerArgs['playwright'], stack: Stack): Promise<RoleCaller> {
  const locationId = await stack.findLocation('München Ost');
  const request = await signInNew(playwright, stack, { role: 'manager', name: 'sibling', locationId });
  return { name: 'a manager of another gym', role: 'manager', request, origin: stack.deskUrl };
}

/** A manager of a gym that requires passkeys of everybody, who signs in by password after the time to put that off. */
async function createWaiting(playwright: PlaywrightWorkerArgs['playwright'], stack: Stack): Promise<RoleCaller> {
  const locationId = await openGym(stack, 'With passkeys');
  const request = await signInNew(playwright, stack, { role: 'manager', name: 'waiting', locationId });
  const ofPerson = `where staff_id = (select id from staff where email = 'waiting@access.example')`;
  await queryDatabase(stack, 'desk', [
    { text: `update locations set passkeys_required_of = 'everybody' where id = $1`, values: [locationId] },
    { text: `update staff set passkey_due_at = now() - interval '1 day' where email = 'waiting@access.example'` },
    // as at an address with passkeys, which this one has not
    { text: `update staff_sessions set is_one_factor = true ${ofPerson}` },
  ]);
  return { name: 'a session that waits for a passkey', role: null, isWaiting: true, request, origin: stack.deskUrl };
}

/** @returns the id of the desk's new location */
async function openGym(stack: Stack, name: string): Promise<string> {
  const gym = await stack.platformAdmin<{ apiKey: string }>(
    'create-gym',
    '--name',
    name,
    '--time-zone',
    'Europe/Berlin',
  );
  const { id } = await stack.deskAdmin<{ id: string }>(
    ['add-location', '--name', name, '--time-zone', 'Europe/Berlin', '--api-url', stack.gymUrl],
    gym.apiKey,
  );
  return id;
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
