import { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { rfids } from '#platform/db/schema/cards.ts';
import { clubDay, timeAt } from './calendar.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import { overwriteProfile } from './demo-rows.ts';
import { insertAccounts } from './insert-accounts.ts';
import { insertAll } from './insert-all.ts';
import { createRandom } from './random.ts';

const names = [
  ['Katharina', 'Engel', 'FEMALE'],
  ['Björn', 'Hartwig', 'MALE'],
  ['Selin', 'Aksoy', 'FEMALE'],
  ['Mateusz', 'Kowalczyk', 'MALE'],
  ['Annika', 'Lorenz', 'FEMALE'],
  ['Dmitri', 'Wolkow', 'MALE'],
  ['Carla', 'Benedetti', 'FEMALE'],
  ['Jonas', 'Reuter', 'MALE'],
  ['Milica', 'Petrović', 'FEMALE'],
  ['Till', 'Osterkamp', 'MALE'],
  ['Farida', 'Rahimi', 'FEMALE'],
  ['Vincent', 'Maurer', 'MALE'],
] as const;
const firstMembershipNumber = 2001;
const { chainId } = demoChain;

/**
 * Writes members of München West that only the legacy interface knows, so that a visitor can migrate someone. They
 * are written after all others: in a new database their user ids come last. A profile that exists is overwritten.
 */
export async function writeUnmigratedMembers(sql: Sql, seed: number, now: Date): Promise<void> {
  const people = inventUnmigratedMembers(seed, now);
  const numbered = await insertAccounts(sql, people);
  await insertAll(
    sql,
    chainProfiles,
    people.map(({ accountId, createdAt, profile }, index) => {
      const { legacyUserId = 0 } = numbered[index] ?? {};
      return { chainId, accountId, legacyUserId, createdAt, ...profile };
    }),
    overwriteProfile,
  );
  await sql.insert(memberships).values(
    people.map(({ accountId, createdAt, membership }) => ({
      chainId,
      gymId: demoGyms.west.gymId,
      accountId,
      isKnownToV2: false,
      createdAt,
      updatedAt: createdAt,
      ...membership,
    })),
  );
  await sql.insert(rfids).values(
    people.map(({ accountId, createdAt, card }) => ({
      chainId,
      accountId,
      isFromGymSoftware: true,
      createdAt,
      ...card,
    })),
  );
}

export const inventUnmigratedMembers = (seed: number, now: Date) =>
  names.map((_, index) => inventUnmigrated(seed, index, now));

function inventUnmigrated(seed: number, index: number, now: Date) {
  const random = createRandom(seed, `unmigrated member ${index}`);
  const [firstName, lastName, gender] = names[index] ?? names[0];
  const number = firstMembershipNumber + index;
  const joined = clubDay(now).subtract({ days: random.integer(30, 900) });
  return {
    accountId: random.uuid(),
    createdAt: timeAt(joined, 12),
    profile: {
      email: `mitglied${number}@vorher.example`,
      firstName,
      lastName,
      gender,
      dateOfBirth: Temporal.PlainDate.from('2002-06-15')
        .subtract({ days: random.integer(0, 15_000) })
        .toString(),
      phone: `+49 89 ${random.digits(7)}`,
      motives: [random.pick(['HEALTH', 'SHAPE', 'GENERAL_FITNESS'])],
      trainingFrequency: random.integer(1, 3),
    },
    membership: {
      membershipId: `A-${number}`,
      // Some gym software does not send the start or the type of a contract.
      membershipType: index % 4 === 3 ? null : ('BASIC' as const),
      startOfContract: index % 3 === 2 ? null : joined.toString(),
      isActive: true,
    },
    // Ten bytes, so that it differs from the cards of all other invented members.
    card: { rfid: `0x04${random.hex(9)}`, isDecimal: index % 2 === 1 },
  };
}
