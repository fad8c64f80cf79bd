import { Temporal } from 'temporal-polyfill';
import type { MembershipType } from '#contracts/v2/account-fields.ts';
import type { DemoGym } from './demo-gyms.ts';
import type { DemoContract, DemoPerson } from './demo-member.ts';
import type { Random } from './random.ts';

const subTypes = {
  BASIC: ['12 months', '24 months', 'Monthly flex', 'Mornings'],
  PREMIUM: ['12 months', '24 months', 'Partners', 'Family', 'All gyms'],
  PROSPECT: ['Trial training', 'Trial week'],
  CORPORATE_FITNESS: ['Corporate fitness'],
} as const satisfies Record<MembershipType, readonly string[]>;

/** The phase of a contract today. */
const phases = [
  [48, 'openEnded'],
  [36, 'running'],
  [3, 'endsSoon'],
  [10, 'over'],
  [3, 'startsLater'],
] as const;

const youngestMember = { years: 16 };

export function inventContract(
  random: Random,
  gym: DemoGym,
  person: DemoPerson,
  today: Temporal.PlainDate,
): DemoContract {
  const membershipType = random.pickWeighted<MembershipType>([
    [47, 'BASIC'],
    [36, 'PREMIUM'],
    [5, 'PROSPECT'],
    [gym.corporateNetwork ? 14 : 0, 'CORPORATE_FITNESS'],
  ]);
  const mayJoinFrom = Temporal.PlainDate.from(person.dateOfBirth).add(youngestMember);
  const [start, end] = contractDays(random, membershipType, mayJoinFrom, today);
  return {
    membershipType,
    membershipSubType: random.chance(0.2)
      ? subTypeOfAge(random, membershipType, person, today)
      : anySubType(random, membershipType),
    startOfContract: start.toString(),
    endOfContract: end?.toString() ?? null,
  };
}

const anySubType = (random: Random, membershipType: MembershipType) => random.pick<string>(subTypes[membershipType]);

function subTypeOfAge(
  random: Random,
  membershipType: MembershipType,
  { dateOfBirth }: DemoPerson,
  today: Temporal.PlainDate,
) {
  const age = today.year - Number(dateOfBirth.slice(0, 4));
  if (membershipType === 'BASIC' && age <= 27) return 'Students';
  if (membershipType === 'BASIC' && age > 60) return 'Over 60';
  return anySubType(random, membershipType);
}

type ContractDays = [start: Temporal.PlainDate, end: Temporal.PlainDate | null];

function contractDays(
  random: Random,
  membershipType: MembershipType,
  mayJoinFrom: Temporal.PlainDate,
  today: Temporal.PlainDate,
): ContractDays {
  if (membershipType === 'PROSPECT') return [today.subtract({ days: random.integer(0, 21) }), null];
  const longAgo = laterOf(today.subtract({ days: random.integer(30, 365 * 8) }), mayJoinFrom);
  // The employer's entitlement ends, not the contract.
  if (membershipType === 'CORPORATE_FITNESS') return [longAgo, null];
  switch (random.pickWeighted(phases)) {
    case 'openEnded':
      return [longAgo, null];
    case 'running':
      return [longAgo, today.add({ days: random.integer(15, 700) })];
    case 'endsSoon':
      return [longAgo, today.add({ days: random.integer(0, 14) })];
    case 'over': {
      const end = today.subtract({ days: random.integer(1, 350) });
      return [laterOf(end.subtract({ days: random.integer(360, 1500) }), mayJoinFrom), end];
    }
    case 'startsLater':
      return [today.add({ days: random.integer(1, 45) }), null];
  }
}

const laterOf = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) > 0 ? one : other;
