import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { members } from '#lib/server/db/schema/directory.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import type { FakeMember } from './fake-platform.ts';
import { keptOfMember, writeAboutMember } from './kept-of-members.ts';
import { inventMember } from './members.ts';
import type { TestDesk, TestLocation } from './test-desk.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** What a test does with the directory of a location: it is asked for each time, as each test has its own. */
export function directoryOf(testDesk: TestDesk, here: () => TestLocation) {
  const mirror = (desk = testDesk.desk) => mirrorDirectory({ desk, actor: here().actor });
  const pass = (ms: number) => {
    testDesk.clock.now += ms;
  };
  /** All members, when they are due again, and a minute after that what has changed meanwhile. */
  const readAll = async (afterMs = dayMs) => {
    pass(afterMs);
    await mirror();
    pass(minuteMs);
    await mirror();
  };
  /** Members of the platform, the first one changed last. */
  const enrol = (count: number) => {
    const now = testDesk.clock.now - 2 * dayMs;
    const enrolled = Array.from({ length: count }, (_, index) => inventMember({ updatedAt: now - index }));
    here().platform.members.push(...enrolled);
    return enrolled;
  };
  const rows = (which?: SQL) =>
    testDesk.desk.db
      .select()
      .from(members)
      .where(and(eq(members.locationId, here().location.id), which));
  return {
    mirror,
    pass,
    readAll,
    enrol,
    /** The same, as the desk has read them; staff have written of each that is named. */
    enrolKnown: async (count: number, ...written: number[]) => {
      const enrolled = enrol(count);
      await readAll(0);
      const [locationId, { staffId }] = [here().location.id, here().actor];
      for (const index of written) {
        await writeAboutMember(testDesk.desk.db, { locationId, accountId: idOf(enrolled[index]), staffId });
      }
      return enrolled;
    },
    keptOf: (member: FakeMember | undefined) =>
      keptOfMember(testDesk.desk.db, { locationId: here().location.id, accountId: idOf(member) }),
    mirrored: async () => idsOf(await rows()),
    absent: async () => idsOf(await rows(isNotNull(members.absentAt))),
    /** What a manager is asked about those who are absent. */
    question: async () => (await readStatus({ desk: testDesk.desk, actor: here().actor })).absent,
  };
}

/** The lists tell of them no more; asked for alone, they are there. */
export const hide = (member: FakeMember | undefined): void => {
  if (member) member.isUnlisted = true;
};

export const idOf = (member: FakeMember | undefined): string => member?.account.accountId ?? '';

/** In an order that says nothing. */
export const idsOf = (listed: readonly ({ accountId: string } | FakeMember)[]): string[] =>
  listed.map((one) => ('account' in one ? one.account.accountId : one.accountId)).sort();
