import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { signInFailures, staff } from '#lib/server/db/schema/staff.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { createTestDesk, nowAheadOfDatabase, type TestDesk, testPassword } from '#lib/testing/test-desk.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { signInByBadge } from './badge/sign-in-by-badge.ts';
import { createStaff } from './create-staff.ts';
import { takeAttempt } from './password/attempts.ts';
import { signInStaff } from './sign-in.ts';
import { signInByLink } from './sign-in-link.ts';

const minutes = (n: number) => n * 60_000;

const testDesk = setUpTestDesk();
let count = 0;
let email = '';
let staffId = '';
/** Of nobody; another one for each test, since they are counted. */
let stranger: Browser;
let device: Browser;

beforeAll(async () => {
  await testDesk.openLocation();
});
beforeEach(async () => {
  count += 1;
  email = `ana${count}@example.com`;
  stranger = { deviceId: null, clientAddress: `192.0.2.${count}` };
  const person = { email, name: 'Ana Keller', role: 'reception', password: testPassword, locationIds: 'all' } as const;
  staffId = await createStaff(testDesk.desk.db, testDesk.desk, person);
});

const signIn = (address: string, password: string, browser = stranger) =>
  signInStaff(testDesk.desk, { email: address, password, browser });
const fail = async (address: string, times: number, browser = stranger) => {
  for (let i = 0; i < times; i += 1) await signIn(address, `wrong ${i}`, browser);
};
const newDevice = (): Browser => ({ ...stranger, deviceId: testDesk.desk.newId(), person: email });

describe('sign-in', () => {
  test('takes the e-mail address in any case, and the password exactly', async () => {
    expect(await signIn(` ${email.toUpperCase()} `, testPassword)).toMatchObject({ kind: 'signedIn' });
    expect(await signIn(email, testPassword.toUpperCase())).toEqual({ kind: 'wrong' });
  });

  test('answers alike for a wrong password, an unknown person and a disabled one', async () => {
    expect(await signIn(email, 'wrong')).toEqual({ kind: 'wrong' });
    expect(await signIn('nobody@example.com', testPassword)).toEqual({ kind: 'wrong' });
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId));
    expect(await signIn(email, testPassword)).toEqual({ kind: 'wrong' });
  });

  test('takes as long to say no to an unknown person as to a known one', async () => {
    const time = async (address: string) => {
      const startedAt = performance.now();
      await signIn(address, 'wrong');
      return performance.now() - startedAt;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    const isAlike = () => Math.min(...unknown) > Math.min(...known) / 3;
    // a look-up without a password check takes less than a tenth in every round; after ten failures nobody is asked any more
    for (let round = 0; round < 5 || (round < 9 && !isAlike()); round += 1) {
      known.push(await time(email));
      unknown.push(await time(`unknown${count}@example.com`));
    }
    expect(isAlike(), `${unknown} and ${known} ms`).toBe(true);
  });
});

describe('after ten failures in fifteen minutes', () => {
  test.each([
    ['a known', () => email],
    ['an unknown', () => `nobody${count}@example.com`],
  ])('%s address is locked, also for the right password', async (_, address) => {
    await fail(address(), 9);
    expect(await signIn(address(), 'wrong')).toEqual({ kind: 'wrong' });
    expect(await signIn(address(), testPassword)).toEqual({ kind: 'tooManyAttempts' });
  });

  test('it opens again when they are past, and attempts in between do not prolong it', async () => {
    await fail(email, 10);
    testDesk.clock.now += minutes(14);
    await fail(email, 5);
    testDesk.clock.now += minutes(1) + 1;
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('those of a clock that was set back since are past', async () => {
    testDesk.clock.now = nowAheadOfDatabase();
    await fail(email, 10);
    testDesk.clock.now -= minutes(2);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('those that another process has counted, whose clock is minutes ahead of this one’s, are not', async () => {
    testDesk.clock.now = Date.now();
    await fail(email, 10);
    testDesk.clock.now -= minutes(5);
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
  });

  test('a success before that begins a new count', async () => {
    await fail(email, 9);
    await signIn(email, testPassword);
    await fail(email, 9);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('another address is not locked', async () => {
    await fail('somebody@example.com', 11);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  const attemptsAtOnce = async (desk: TestDesk) => {
    const desks = [desk.another(), desk.another()];
    const limits = [{ whom: email, most: 10 }];
    const attempts = Array.from({ length: 30 }, (_, i) => takeAttempt(desks[i % 2] ?? desk.desk, limits));
    return (await Promise.all(attempts)).filter((attempt) => attempt !== null).length;
  };

  test('of thirty attempts at the same moment, ten are looked at', async () => {
    expect(await attemptsAtOnce(testDesk)).toBe(10);
  });

  test('control: more are, where attempts do not take turns', async () => {
    const unguarded = await createTestDesk(inject('adminDatabaseUrl'));
    try {
      await unguarded.breakAdvisoryLocks();
      await unguarded.slowInserts('sign_in_failures');
      expect(await attemptsAtOnce(unguarded)).toBeGreaterThan(10);
    } finally {
      await unguarded.close();
    }
  });

  test('what was typed as an address is kept nowhere', async () => {
    await fail('my-secret-password', 1);
    const rows = await testDesk.desk.db.select().from(signInFailures);
    expect(JSON.stringify(rows)).not.toContain('my-secret-password');
  });
});

describe('what strangers do', () => {
  test('locks nobody out of a browser that is known', async () => {
    const counter = newDevice();
    await fail(email, 11);
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
    expect(await signIn(email, testPassword, counter)).toMatchObject({ kind: 'signedIn' });
  });

  test('locks nobody out who asks from elsewhere, unless they ask from ten networks', async () => {
    const from = (network: number) => ({ ...stranger, clientAddress: `198.51.${count}.${network}` });
    await fail(email, 11);
    expect(await signIn(email, testPassword, from(99))).toMatchObject({ kind: 'signedIn' });
    for (let network = 0; network < 9; network += 1) await fail(email, 10, from(network));
    expect(await signIn(email, testPassword, from(99))).toEqual({ kind: 'tooManyAttempts' });
  });

  test('is counted for their address, whomever they try', async () => {
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong');
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
    const elsewhere = { ...stranger, clientAddress: '198.51.100.1' };
    expect(await signIn(email, testPassword, elsewhere)).toMatchObject({ kind: 'signedIn' });
  });

  test('is counted for all the addresses that one connection has', async () => {
    const from = (last: number) => ({ ...stranger, clientAddress: `2001:db8::${count}:${last}` });
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong', from(i));
    expect(await signIn(email, testPassword, from(99))).toEqual({ kind: 'tooManyAttempts' });
  });
});

describe('a browser that is known', () => {
  test('is counted by itself', async () => {
    const [counter, tablet] = [newDevice(), newDevice()];
    await fail(email, 10, counter);
    expect(await signIn(email, testPassword, counter)).toEqual({ kind: 'tooManyAttempts' });
    for (const other of [tablet, stranger]) {
      expect(await signIn(email, testPassword, other)).toMatchObject({ kind: 'signedIn' });
    }
  });

  test('is locked after thirty failures, whomever they were for', async () => {
    const counter = newDevice();
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong', counter);
    expect(await signIn(email, testPassword, counter)).toEqual({ kind: 'tooManyAttempts' });
  });

  test('is one of ten that count together: a hundred failures lock a person out of all of them, and of no other', async () => {
    for (let i = 0; i < 10; i += 1) await fail(email, 10, newDevice());
    expect(await signIn(email, testPassword, newDevice())).toEqual({ kind: 'tooManyAttempts' });
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });
});

describe('of forty who sign in at the same moment', () => {
  test('from one client a few wait, all others are told at once to try again, and nobody else is held up', async () => {
    const strangers = Array.from({ length: 40 }, (_, i) => signIn(`nobody${i}@example.com`, 'wrong'));
    const others = Array.from({ length: 8 }, (_, i) =>
      signIn(`other${i}@example.com`, 'wrong', { deviceId: null, clientAddress: `198.51.100.${i}` }),
    );
    const colleague = signIn(email, testPassword, newDevice());
    expect(await colleague).toMatchObject({ kind: 'signedIn' });
    expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(Array(8).fill('wrong'));
    const kinds = (await Promise.all(strangers)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(36);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });
});

test.each([
  ['links', 36, () => signInByLink(testDesk.desk, { token: 'no token', browser: stranger })],
  [
    'badges',
    20,
    () => signInByBadge(testDesk.desk, { card: '04AABBCCDD', source: 'scan', pin: '0000', browser: device }),
  ],
])('of forty %s at the same moment, a few wait and all others are told to try again', async (_, told, ask) => {
  device = newDevice();
  const kinds = (await Promise.all(Array.from({ length: 40 }, ask))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(told);
});

describe('the audit log', () => {
  const told = async () => {
    const rows = await testDesk.desk.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.clientAddress, stranger.clientAddress))
      .orderBy(auditLog.at);
    return rows.map(({ action, staffId, reason }) => ({ action, staffId, reason }));
  };

  test('says who failed to sign in and from where, and a lock once', async () => {
    await fail(email, 12);
    const failed = { action: 'signInFailed', staffId, reason: 'password' };
    expect(await told()).toEqual([...Array(10).fill(failed), { ...failed, action: 'signInLocked' }]);
  });

  test('of somebody unknown says no word of what was typed', async () => {
    await signIn('lena.vogt@member.example', 'wrong');
    expect(await told()).toEqual([{ action: 'signInFailed', staffId: null, reason: 'password' }]);
    const rows = await testDesk.desk.db.select().from(auditLog);
    expect(JSON.stringify(rows)).not.toContain('member.example');
  });
});
