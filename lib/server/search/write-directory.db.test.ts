import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { members } from '#lib/server/db/schema/directory.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { type DirectoryFilters, directorySorts } from '#lib/wire/directory.ts';
import { fileWords, writeDirectory } from './write-directory.ts';

const testDesk = setUpTestDesk();
/** More than are read at once. */
const count = 1_200;
const idOf = (index: number) => `M-${String(index).padStart(4, '0')}`;

async function enrolMany({ location }: TestLocation): Promise<void> {
  const { now } = testDesk.clock;
  await testDesk.desk.db.insert(members).values(
    Array.from({ length: count }, (_, index) => ({
      locationId: location.id,
      accountId: `account-${idOf(index)}`,
      membershipId: idOf(index),
      firstName: 'Lena',
      lastName: `Vogt${idOf(index)}`,
      searchName: ` lena vogt${idOf(index).toLowerCase()}`,
      endOfContract: sql`'2027-01-01'::date + ${index}::integer`,
      syncedAt: new Date(now),
      changedAt: new Date(now - index * 1_000),
    })),
  );
}

/** What the mirror writes when it reads a member who has changed, and has come: they are the first in every order. */
async function change({ location }: TestLocation, membershipId: string): Promise<void> {
  const { db } = testDesk.desk;
  const at = new Date(testDesk.clock.now);
  const event = { locationId: location.id, accountId: `account-${membershipId}`, kind: 'checkIn', at } as const;
  await db.insert(elsewhereEvents).values(event);
  await db
    .update(members)
    .set({
      changedAt: new Date(testDesk.clock.now + 60_000),
      searchName: ' ada adams',
      firstName: 'Ada',
      lastName: 'Adams',
      endOfContract: '2026-12-01',
    })
    .where(and(eq(members.locationId, location.id), eq(members.membershipId, membershipId)));
}

const fileOf = (here: TestLocation, filters: DirectoryFilters) =>
  writeDirectory(
    { desk: testDesk.desk, actor: here.actor },
    { filters, words: fileWords((key) => key, { separator: ',', nameType }) },
  );
const nameType = (type: string | null) => `type ${type}`;

test.each([undefined, ...directorySorts])(
  'a member who changes while the file is written is in it, sorted by %s',
  async (sort) => {
    const here = await testDesk.openLocation();
    await enrolMany(here);
    const lines: string[] = [];
    let isChanged = false;
    for await (const piece of fileOf(here, { sort })) {
      lines.push(...piece.split('\r\n').filter(Boolean));
      if (isChanged || lines.length < 2) continue;
      // one who is not written yet, now the first in this order
      const written = lines.join('\n');
      const [unwritten = ''] = Array.from({ length: count }, (_, index) => idOf(index)).filter(
        (id) => !written.includes(id),
      );
      await change(here, unwritten);
      isChanged = true;
    }
    expect(isChanged).toBe(true);
    const ids = lines.slice(1).map((line) => line.match(/M-\d{4}/g)?.at(-1));
    expect(lines[1]).toContain(',type ');
    expect(ids.toSorted()).toEqual(Array.from({ length: count }, (_, index) => idOf(index)));
  },
);
