import 'server-only';
import { eq } from 'drizzle-orm';
import { staff } from '#lib/db/schema/staff.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { verifyPassword } from '#shared/password/password.ts';
import type { Browser } from './browser/browser.ts';
import { networkOf } from './browser/client-address.ts';
import { type AttemptLimit, forgetAttempt, forgetFailures, takeAttempt } from './password/attempts.ts';
import { inLane } from './password/sign-in-lanes.ts';
import { auditSignIn } from './session/audit-sign-in.ts';
import type { SignInAnswer } from './session/sign-in-answer.ts';

const mostFailures = 10;
/** A gym's computers may have one address in common, and a browser several people. */
const mostFailuresOfAll = 30;

/**
 * Checks e-mail and password. An unknown person, a wrong password and a disabled person get one answer; after too many
 * failures an address, known or not, is locked until the oldest of them is past. Browsers in which somebody has signed in
 * before are counted each by itself, and apart from all others: what strangers do locks nobody out there.
 */
export function signInStaff(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret'>,
  credentials: { email: string; password: string },
  browser: Browser,
): Promise<SignInAnswer> {
  return inLane(browser, () => check(desk, credentials, browser));
}

async function check(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret'>,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<SignInAnswer> {
  const address = email.trim().toLowerCase();
  const [ofPerson, ...others] = limitsOf(address, browser);
  const [person] = await desk.db.select().from(staff).where(eq(staff.email, address));
  const audited = { staffId: person?.id ?? null, means: 'password', browser } as const;
  const attempt = await takeAttempt(desk, [ofPerson, ...others]);
  if (!attempt) {
    await auditSignIn(desk, { ...audited, action: 'signInLocked' });
    return { kind: 'tooManyAttempts' };
  }
  const fits = await verifyPassword(person?.passwordHash, password);
  if (!fits || !person || person.disabledAt) {
    await auditSignIn(desk, { ...audited, action: 'signInFailed' });
    return { kind: 'wrong' };
  }
  await forgetAttempt(desk, attempt);
  await forgetFailures(desk.db, desk, ofPerson.whom);
  return { kind: 'signedIn', staff: person };
}

function limitsOf(address: string, { deviceId, clientAddress }: Browser): [AttemptLimit, AttemptLimit] {
  if (deviceId === null) {
    return [
      { whom: address, most: mostFailures },
      { whom: `from/${networkOf(clientAddress)}`, most: mostFailuresOfAll },
    ];
  }
  return [
    { whom: `at/${deviceId}/${address}`, most: mostFailures },
    { whom: `at/${deviceId}`, most: mostFailuresOfAll },
  ];
}
