import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { signInFailures, staff } from '#lib/db/schema/staff.ts';
import { createTestDesk, type TestDesk, testPassword } from '#lib/testing/test-desk.ts';
import { createStaff } from './create-staff.ts';
import { signInStaff } from './sign-in.ts';

const minutes = (n: number) => n * 60_000;

let testDesk: TestDesk;
let count = 0;
let email = '';
let staffId = '';

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  await testDesk.openLocation();
});
afterAll(() => testDesk.close());
beforeEach(async () => {
  count += 1;
  email = `ana${count}@example.com`;
  const person = { email, name: 'Ana Keller', role: 'reception', password: testPassword, locationIds: 'all' } as const;
  staffId = await createStaff(testDesk.desk.db, testDesk.desk, person);
});

const signIn = (address: string, password: string) => signInStaff(testDesk.desk, { email: address, password });
const fail = async (address: string, times: number) => {
  for (let i = 0; i < times; i += 1) await signIn(address, `wrong ${i}`);
};

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
    for (let round = 0; round < 5; round += 1) {
      known.push(await time(email));
      unknown.push(await time(`unknown${count}@example.com`));
    }
    // a look-up without a password check takes less than a tenth
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
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
    const attempts = Array.from({ length: 30 }, (_, i) =>
      signInStaff(desks[i % 2] ?? desk.desk, { email, password: `wrong ${i}` }),
    );
    return (await Promise.all(attempts)).filter(({ kind }) => kind === 'wrong').length;
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
