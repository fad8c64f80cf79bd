import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { forgetMember, pseudonymOf } from './forget-member.ts';
import { readNotes, writeNote } from './notes.ts';
import { readProfile } from './read-profile.ts';
import { removeMember } from './remove-member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  lena.account = { ...lena.account, firstName: 'Änne', lastName: "O'Neill" };
  here.platform.members.push(lena);
  await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId });
  await writeNote(
    { desk: testDesk.desk, actor: here.actor },
    {
      ...member(),
      noteId: randomUUID(),
      base: null,
      note: { text: 'Owes for a towel', level: 'stop', expiresOn: null },
    },
  );
});

const member = () => ({ locationId: here.location.id, accountId: lena.account.accountId });
const end = () => removeMember({ desk: testDesk.desk, actor: here.actor }, { how: 'end', ...member() });
const erase = (typedName: string) =>
  removeMember({ desk: testDesk.desk, actor: here.actor }, { how: 'erase', ...member(), typedName });
/** What happened after the note of {@link beforeEach}. */
const audit = async () => {
  const { db } = testDesk.desk;
  const rows = await db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  return rows.filter(({ action }) => action !== 'writeNote');
};
const isKnown = async () => {
  const { accountId } = lena.account;
  const known = await findInDirectory(testDesk.desk.db, {
    locationId: here.location.id,
    key: { kind: 'accountId', value: accountId },
  });
  const notes = await readNotes(testDesk.desk.db, { location: here.location, accountId, at: testDesk.clock.now });
  return { isInDirectory: known !== null, hasNote: notes.length > 0 };
};
const forgotten = { isInDirectory: false, hasNote: false };
const untouched = { isInDirectory: true, hasNote: true };

test('ending a membership does not erase the account, and the desk forgets the member', async () => {
  expect(await end()).toEqual({ kind: 'removed' });
  expect(lena.deleted).toBe('ended');
  expect(await isKnown()).toEqual(forgotten);
});

describe('a deadlock', () => {
  /** The first deletions from the directory are ended as PostgreSQL ends a deadlock. */
  const endDeletions = async (times: number) => {
    const { db } = testDesk.desk;
    await db.execute('create sequence deletions');
    await db.execute(
      `create function end_first() returns trigger language plpgsql as 'begin
       if nextval(''deletions'') <= ${times} then raise exception using errcode = ''deadlock_detected''; end if; return null; end'`,
    );
    await db.execute('create trigger ends before delete on members for each statement execute function end_first()');
    onTestFinished(async () => {
      await db.execute('drop function end_first cascade');
      await db.execute('drop sequence deletions');
    });
  };

  test('in which the deletion was ended is not seen by the manager: it is done again, and is in the log once', async () => {
    await endDeletions(1);
    expect(await end()).toEqual({ kind: 'removed' });
    expect(await isKnown()).toEqual(forgotten);
    expect((await audit()).filter(({ action }) => action === 'endMembership')).toHaveLength(1);
  });

  test('that comes twice is a failure, and nothing is forgotten', async () => {
    await endDeletions(2);
    await expect(end()).rejects.toThrow();
    expect(await isKnown()).toEqual(untouched);
    expect(await end()).toEqual({ kind: 'removed' });
  });
});

describe('erasing a person', () => {
  test.each(["Änne O'Neill", "  anne   o'neill ", 'Anne ONeill'])('is confirmed by typing %j', async (typedName) => {
    expect(await erase(typedName)).toEqual({ kind: 'removed' });
    expect(lena.deleted).toBe('erased');
    expect(await isKnown()).toEqual(forgotten);
  });

  test.each(['', 'Änne', "O'Neill", 'Omar Haddad', "Änne O'Neil"])(
    'is not confirmed by typing %j',
    async (typedName) => {
      expect(await erase(typedName)).toEqual({ kind: 'nameDiffers' });
      expect(lena.deleted).toBeUndefined();
      expect(await isKnown()).toEqual(untouched);
    },
  );

  test('compares the typed name with the one at the platform, not the one in the directory', async () => {
    lena.account = { ...lena.account, lastName: 'Kern' };
    expect(await erase("Änne O'Neill")).toEqual({ kind: 'nameDiffers' });
  });

  test('leaves a pseudonym and the staff member in the audit log', async () => {
    await erase("Änne O'Neill");
    const rows = await audit();
    expect(rows).toMatchObject([
      {
        action: 'eraseMember',
        staffId: here.actor.staffId,
        accountId: pseudonymOf(lena.account.accountId, testDesk.desk.secret),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(lena.account.accountId);
  });
});

test('a member whom the platform does not know any more is forgotten here, too', async () => {
  here.platform.members.length = 0;
  expect(await end()).toEqual({ kind: 'removed' });
  expect(await isKnown()).toEqual(forgotten);
});

test('while the platform does not answer nothing is forgotten, and a retry is possible', async () => {
  here.platform.fault = ({ method }) => (method === 'DELETE' ? 'reset' : null);
  await expect(erase("Änne O'Neill")).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(await isKnown()).toEqual(untouched);
  expect(await audit()).toEqual([]);
  here.platform.fault = () => null;
  expect(await erase("Änne O'Neill")).toEqual({ kind: 'removed' });
});

test('an erasure whose answer is lost is done if the platform does not know the person any more', async () => {
  here.platform.loss = ({ method }) => (method === 'DELETE' ? { status: 502 } : null);
  expect(await erase("Änne O'Neill")).toEqual({ kind: 'removed' });
  expect(await isKnown()).toEqual(forgotten);
  expect((await audit()).map(({ action }) => action)).toEqual(['eraseMember']);
});

describe('an erased person, at the other gyms of the desk', () => {
  /** Lena at another gym, with a note and a visit. */
  async function known(isGoneThere: boolean) {
    const there = await testDesk.openLocation();
    const { accountId } = lena.account;
    there.platform.members.push(lena);
    await readProfile({ desk: testDesk.desk, actor: there.actor }, { accountId });
    await checkIn({ desk: testDesk.desk, actor: there.actor }, { ...there.tap(), accountId });
    if (isGoneThere) there.platform.members.length = 0;
    return {
      there,
      keeps: async () => {
        const key = { kind: 'accountId', value: accountId } as const;
        const inDirectory = await findInDirectory(testDesk.desk.db, { locationId: there.location.id, key });
        return { directory: inDirectory !== null, visits: (await there.ledger()).length };
      },
    };
  }

  test('is forgotten where the platform does not know them any more, with an entry in the audit log', async () => {
    const { there, keeps } = await known(true);
    await erase("Änne O'Neill");
    expect(await keeps()).toEqual({ directory: false, visits: 0 });
    const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, there.location.id));
    expect(rows).toMatchObject([
      { action: 'eraseMember', accountId: pseudonymOf(lena.account.accountId, testDesk.desk.secret) },
    ]);
  });

  test('is kept where the platform still knows them or cannot be asked, and the erasure succeeds', async () => {
    const other = await known(false);
    const away = await known(true);
    away.there.platform.fault = () => ({ status: 503 });
    lena.deleted = undefined;
    expect(await erase("Änne O'Neill")).toEqual({ kind: 'removed' });
    expect(await isKnown()).toEqual(forgotten);
    expect(await away.keeps()).toEqual({ directory: true, visits: 1 });
    expect(await other.keeps()).toMatchObject({ directory: true, visits: 1 });
  });

  test('is forgotten at a retired gym of the chain, whose key may have ended, and not at one of another chain', async () => {
    const retired = await known(false);
    const another = await known(false);
    for (const { there } of [retired, another]) await there.retire();
    const { apiUrl } = here.location;
    const isThere = eq(locations.id, retired.there.location.id);
    await testDesk.desk.db.update(locations).set({ apiUrl }).where(isThere);
    another.there.platform.fault = () => ({ status: 401 });
    let isErased = false;
    here.platform.fault = ({ method }) => {
      if (isErased) return { status: 401 };
      isErased = method === 'DELETE';
      return null;
    };
    expect(await erase("Änne O'Neill")).toEqual({ kind: 'removed' });
    expect(await retired.keeps()).toEqual({ directory: false, visits: 0 });
    expect(await another.keeps()).toEqual({ directory: true, visits: 1 });
  });

  test('has their waiting scans refused, here and there, also if the webhook of the platform forgets them first', async () => {
    const { there } = await known(false);
    await testDesk.desk.db
      .update(locations)
      .set({ apiUrl: here.location.apiUrl })
      .where(eq(locations.id, there.location.id));
    const gyms = [here, there];
    const value = lena.account.email ?? '';
    const waiting = gyms.map((gym) => ({ gym, input: { ...gym.tap(), source: 'typed', value } as const }));
    testDesk.clock.now += 2 * 60_000;
    const { accountId } = lena.account;
    here.platform.fault = async ({ method }) => {
      if (method !== 'DELETE') return null;
      there.platform.members.length = 0;
      for (const { location } of gyms) {
        await testDesk.desk.db.transaction((tx) =>
          forgetMember(tx, testDesk.desk, { locationId: location.id, accountId }),
        );
      }
      return null;
    };
    here.platform.loss = ({ method }) => (method === 'DELETE' ? { status: 502 } : null);
    expect(await erase("Änne O'Neill")).toEqual({ kind: 'removed' });
    for (const { gym, input } of waiting) {
      const late = lookUp({ desk: testDesk.desk, actor: gym.actor }, { ...input, sentAt: testDesk.clock.now });
      await expect(late).rejects.toMatchObject({ code: 'notFound' });
    }
  });

  test('is kept where only the membership here was ended', async () => {
    const { keeps } = await known(true);
    await end();
    expect(await keeps()).toEqual({ directory: true, visits: 1 });
  });
});
