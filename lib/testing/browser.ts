import { insertStaff } from '#lib/server/auth/create-staff.ts';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { sessionCookie, sessionCookies } from '#lib/wire/session-cookie-names.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { claimOf } from './sessions.ts';
import { type TestDesk, type TestLocation, testPasswordHash } from './test-desk.ts';

/** The browser that a database test sends requests from: what next-auth and Next know of a request (`mock-requests.ts`). */
export const browser: {
  claim: SessionClaim | object | null;
  clientAddress: string;
  cookies: Record<string, string>;
  headers: Record<string, string>;
} = { claim: null, clientAddress: '198.51.100.7', cookies: {}, headers: {} };

export const getServerSession = async () => browser.claim;
export const cookies = async () => {
  const { claim } = browser;
  const token = claim && (await sessionTokenOf(runningDesk().secret, claim));
  return {
    get: (name: string) => {
      const value = token && sessionCookies.includes(name) ? token : browser.cookies[name];
      return value === undefined ? undefined : { name, value };
    },
    getAll: () => Object.entries(browser.cookies).map(([name, value]) => ({ name, value })),
    set: (name: string, value: string, { maxAge }: { maxAge?: number } = {}) => {
      if (maxAge === 0) delete browser.cookies[name];
      else browser.cookies[name] = value;
    },
  };
};
export const headers = async () => new Headers({ ...browser.headers, 'x-forwarded-for': browser.clientAddress });

/** A request of this browser to a route, which reads cookies and headers from the request itself. */
export async function browserRequest(url: string, init: RequestInit = {}): Promise<Request> {
  const { claim } = browser;
  const sent = new Headers({ ...browser.headers, 'x-forwarded-for': browser.clientAddress });
  for (const [name, value] of new Headers(init.headers)) sent.set(name, value);
  const cookies = Object.entries(browser.cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (claim) cookies.push(`${sessionCookie}=${await sessionTokenOf(runningDesk().secret, claim)}`);
  sent.set('cookie', cookies.join('; '));
  return new Request(url, { ...init, headers: sent });
}

/** Creates a staff member of these locations. @returns the id */
export function hire({ desk }: TestDesk, role: StaffRole, ...places: TestLocation[]): Promise<string> {
  const email = `${desk.newId()}@example.com`;
  const locationIds = places.map(({ location }) => location.id);
  const person = { email, name: 'Ana Keller', role, passwordHash: testPasswordHash, locationIds };
  return insertStaff(desk.db, desk, person);
}

/** Signs a new staff member in. @returns the id */
export async function signIn(testDesk: TestDesk, role: StaffRole, ...places: TestLocation[]): Promise<string> {
  const staffId = await hire(testDesk, role, ...places);
  browser.claim = await claimOf(testDesk.desk, staffId);
  return staffId;
}
