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

/** Operations on the directory of a location. `here` is called each time, because each test has its own location. */
export function directoryOf(testDesk: TestDesk, here: () => TestLocation) {
  const mirror = (desk = testDesk.desk) => mirrorDirectory({ desk, actor: here().actor });
  const pass = (ms: number) => {
    testDesk.clock.now += ms;
  };
  /** Reads all members once that is due again, and a minute later the changes since. */
  const readAll = async (afterMs = dayMs) => {
    pass(afterMs);
    await mirror();
    pass(minuteMs);
    await mirror();
  };
  /** Creates members at the platform, the most recently changed one first. */
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
    /** The same, read by the desk; staff have written about those with the given indexes. */
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
    /** The question to the manager about absent members. */
    question: async () => (await readStatus({ desk: testDesk.desk, actor: here().actor })).absent,
  };
}

/** The platform's lists leave the member out; a request for this member still finds them. */
export const hide = (member: FakeMember | undefined): void => {
  if (member) member.isUnlisted = true;
};

export const idOf = (member: FakeMember | undefined): string => member?.account.accountId ?? '';

/** Sorted, for comparison. */
export const idsOf = (listed: readonly ({ accountId: string } | FakeMember)[]): string[] =>
  listed.map((one) => ('account' in one ? one.account.accountId : one.accountId)).sort();
