import { verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { signInFailures, staff } from '#lib/server/db/schema/staff.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import {
  createTestDesk,
  nowAheadOfDatabase,
  type TestDesk,
  testPassword,
  testPasswordHash,
} from '#lib/testing/test-desk.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { until } from '#shared/testing/until.ts';
import { signInByBadge } from './badge/sign-in-by-badge.ts';
import { createStaff, insertStaff } from './create-staff.ts';
import { takeAttempt } from './password/attempts.ts';
import { signInStaff } from './sign-in.ts';
import { signInByLink } from './sign-in-link.ts';

vi.mock('@node-rs/argon2', { spy: true });

const minutes = (n: number) => n * 60_000;

const testDesk = setUpTestDesk();
let count = 0;
let email = '';
let staffId = '';
/** An unknown address, a new one for each test, since failures are counted. */
let stranger: Browser;
let device: Browser;

beforeAll(async () => {
  await testDesk.openLocation();
});
beforeEach(async () => {
  count += 1;
  email = `ana${count}@example.com`;
  stranger = { deviceId: null, clientAddress: `192.0.2.${count}` };
  staffId = await insertStaff(testDesk.desk.db, testDesk.desk, { ...personAt(email), passwordHash: testPasswordHash });
});

const personAt = (of: string) => ({ email: of, name: 'Ana Keller', role: 'reception', locationIds: 'all' }) as const;
const signIn = (address: string, password: string, browser = stranger) =>
  signInStaff(testDesk.desk, { email: address, password, browser });
const fail = async (address: string, times: number, browser = stranger) => {
  for (let i = 0; i < times; i += 1) await signIn(address, `wrong ${i}`, browser);
};
/** Algorithm, version and parameters of a hash in PHC format: they decide how long a check takes. */
const costOf = (hashed: string) => hashed.split('$').slice(0, 4).join('$');
const newDevice = (): Browser => ({ ...stranger, deviceId: testDesk.desk.newId(), person: email });

describe('sign-in', () => {
  test('takes the e-mail address in any case, and the password exactly', async () => {
    expect(await signIn(` ${email.toUpperCase()} `, testPassword)).toMatchObject({ kind: 'signedIn' });
    expect(await signIn(email, testPassword.toUpperCase())).toEqual({ kind: 'wrong' });
  });

  test('gives the same answer for a wrong password, an unknown person and a disabled one', async () => {
    expect(await signIn(email, 'wrong')).toEqual({ kind: 'wrong' });
    expect(await signIn('nobody@example.com', testPassword)).toEqual({ kind: 'wrong' });
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId));
    expect(await signIn(email, testPassword)).toEqual({ kind: 'wrong' });
  });

  test('costs the same check to refuse an unknown person as a known one', async () => {
    const costly = `costly${count}@example.com`;
    await createStaff(testDesk.desk.db, testDesk.desk, { ...personAt(costly), password: testPassword });
    const checksOf = async (address: string) => {
      vi.mocked(verify).mockClear();
      await signIn(address, 'wrong');
      return vi.mocked(verify).mock.calls.map(([hashed, password]) => ({ cost: costOf(`${hashed}`), password }));
    };
    const known = await checksOf(costly);
    expect(known).toEqual([
      { cost: expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/), password: 'wrong' },
    ]);
    expect(await checksOf(`unknown${count}@example.com`)).toEqual(known);
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

  test('the lock ends when the failures leave the window, and attempts in between do not prolong it', async () => {
    await fail(email, 10);
    testDesk.clock.now += minutes(14);
    await fail(email, 5);
    testDesk.clock.now += minutes(1) + 1;
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('failures in the future, since the clock was set back, do not count', async () => {
    testDesk.clock.now = nowAheadOfDatabase();
    await fail(email, 10);
    testDesk.clock.now -= minutes(2);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('failures of another process, whose clock is minutes ahead, do count', async () => {
    testDesk.clock.now = Date.now();
    await fail(email, 10);
    testDesk.clock.now -= minutes(5);
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
  });

  test('a success before that resets the count', async () => {
    await fail(email, 9);
    await signIn(email, testPassword);
    await fail(email, 9);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('another address is not locked', async () => {
    await fail('somebody@example.com', 11);
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  const attemptsAtOnce = async (desk: TestDesk, whileTheyRun = async () => {}) => {
    const desks = [desk.another(), desk.another()];
    const limits = [{ whom: email, most: 10 }];
    const attempts = Array.from({ length: 30 }, (_, i) => takeAttempt(desks[i % 2] ?? desk.desk, limits));
    await whileTheyRun();
    return (await Promise.all(attempts)).filter((attempt) => attempt !== null).length;
  };

  test('of thirty concurrent attempts, ten are checked', async () => {
    expect(await attemptsAtOnce(testDesk)).toBe(10);
  });

  test('control: without the lock, more are', async () => {
    const unguarded = await createTestDesk(inject('adminDatabaseUrl'));
    try {
      await unguarded.breakAdvisoryLocks();
      const release = await unguarded.holdInserts('sign_in_failures');
      const letThemIn = async () => {
        await until(async () => expect(await countWaiting(unguarded.desk.db)).toBeGreaterThan(10));
        await release();
      };
      expect(await attemptsAtOnce(unguarded, letThemIn)).toBeGreaterThan(10);
    } finally {
      await unguarded.close();
    }
  });

  test('what was typed as an address is not stored', async () => {
    await fail('my-secret-password', 1);
    const rows = await testDesk.desk.db.select().from(signInFailures);
    expect(JSON.stringify(rows)).not.toContain('my-secret-password');
  });
});

describe('attempts from unknown browsers', () => {
  test('do not lock a person out of a known browser', async () => {
    const counter = newDevice();
    await fail(email, 11);
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
    expect(await signIn(email, testPassword, counter)).toMatchObject({ kind: 'signedIn' });
  });

  test('do not lock a person out elsewhere, unless they come from ten networks', async () => {
    const from = (network: number) => ({ ...stranger, clientAddress: `198.51.${count}.${network}` });
    await fail(email, 11);
    expect(await signIn(email, testPassword, from(99))).toMatchObject({ kind: 'signedIn' });
    for (let network = 0; network < 9; network += 1) await fail(email, 10, from(network));
    expect(await signIn(email, testPassword, from(99))).toEqual({ kind: 'tooManyAttempts' });
  });

  test('count per IP address, for all persons together', async () => {
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong');
    expect(await signIn(email, testPassword)).toEqual({ kind: 'tooManyAttempts' });
    const elsewhere = { ...stranger, clientAddress: '198.51.100.1' };
    expect(await signIn(email, testPassword, elsewhere)).toMatchObject({ kind: 'signedIn' });
  });

  test('count for all addresses of one connection together', async () => {
    const from = (last: number) => ({ ...stranger, clientAddress: `2001:db8::${count}:${last}` });
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong', from(i));
    expect(await signIn(email, testPassword, from(99))).toEqual({ kind: 'tooManyAttempts' });
  });
});

describe('a known browser', () => {
  test('has a count of its own', async () => {
    const [counter, tablet] = [newDevice(), newDevice()];
    await fail(email, 10, counter);
    expect(await signIn(email, testPassword, counter)).toEqual({ kind: 'tooManyAttempts' });
    for (const other of [tablet, stranger]) {
      expect(await signIn(email, testPassword, other)).toMatchObject({ kind: 'signedIn' });
    }
  });

  test('is locked after thirty failures, for all persons together', async () => {
    const counter = newDevice();
    for (let i = 0; i < 30; i += 1) await signIn(`nobody${i}@example.com`, 'wrong', counter);
    expect(await signIn(email, testPassword, counter)).toEqual({ kind: 'tooManyAttempts' });
  });

  test('shares a limit with nine others: a hundred failures lock a person out of these ten, and of no other', async () => {
    for (let i = 0; i < 10; i += 1) await fail(email, 10, newDevice());
    expect(await signIn(email, testPassword, newDevice())).toEqual({ kind: 'tooManyAttempts' });
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
  });
});

describe('of forty concurrent sign-ins', () => {
  test('from one client, a few wait and the others are refused as busy at once; other clients are not delayed', async () => {
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
])('of forty concurrent %s, a few wait and all others are told to retry', async (_, told, ask) => {
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

  test('has failed sign-ins with person and address, and a lock once', async () => {
    await fail(email, 12);
    const failed = { action: 'signInFailed', staffId, reason: 'password' };
    expect(await told()).toEqual([...Array(10).fill(failed), { ...failed, action: 'signInLocked' }]);
  });

  test('does not have what was typed for an unknown person', async () => {
    await signIn('lena.vogt@member.example', 'wrong');
    expect(await told()).toEqual([{ action: 'signInFailed', staffId: null, reason: 'password' }]);
    const rows = await testDesk.desk.db.select().from(auditLog);
    expect(JSON.stringify(rows)).not.toContain('member.example');
  });
});
