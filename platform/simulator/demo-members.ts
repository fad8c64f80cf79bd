import type { Temporal } from 'temporal-polyfill';
import { type DemoCardHolder, demoCardHolders, unknownCard } from './demo-card-holders.ts';
import { type DemoGymKey, demoGymKeys, demoGyms } from './demo-gyms.ts';
import type { DemoCardHeld, DemoMember } from './demo-member.ts';
import { inventBarcode, inventCard, inventPass } from './invented-card.ts';
import { inventContact } from './invented-contact.ts';
import { inventContract } from './invented-contract.ts';
import { inventEntitlement } from './invented-entitlement.ts';
import { inventEmail, inventPerson } from './invented-person.ts';
import { createRandom, type Random } from './random.ts';

const demoMemberCount = 2000;
const firstMembershipNumber = 10_001;
const staffPerGym: Readonly<Record<DemoGymKey, { trainers: number; owners: number }>> = {
  west: { trainers: 4, owners: 1 },
  ost: { trainers: 2, owners: 1 },
};

/** Values that must be unique per member. A duplicate is drawn again. */
interface Taken {
  emails: Set<string>;
  rfids: Set<string>;
  tans: Set<string>;
}

export function inventMembers(seed: number, today: Temporal.PlainDate): DemoMember[] {
  const named = new Map(demoCardHolders(today).map((member) => [member.membershipId, member]));
  const taken: Taken = {
    emails: new Set(),
    rfids: new Set([unknownCard.value, ...[...named.values()].map(({ rfid }) => rfid)]),
    tans: new Set([...named.values()].flatMap(({ entitlement }) => entitlement?.verificationTan ?? [])),
  };
  const members = Array.from({ length: demoMemberCount }, (_, index) => {
    const random = createRandom(seed, `member ${index}`);
    const membershipId = membershipIdOf(index);
    const namedMember = named.get(membershipId);
    return namedMember ? completeMember(random, namedMember, taken) : inventMember(random, index, today, taken);
  });
  return appointStaff(createRandom(seed, 'staff'), members);
}

const membershipIdOf = (index: number) => `M-${firstMembershipNumber + index}`;

function inventMember(random: Random, index: number, today: Temporal.PlainDate, taken: Taken): DemoMember {
  const accountId = random.uuid();
  const gym = random.pickWeighted(demoGymKeys.map((key) => [demoGyms[key].share, key] as const));
  const person = inventPerson(random, today);
  const contract = inventContract(random, demoGyms[gym], person, today);
  return {
    ...person,
    ...contract,
    accountId,
    gym,
    email: unused(taken.emails, (attempt) => inventEmail(random, person, attempt)),
    contact: random.chance(0.9) ? inventContact(random, gym) : null,
    membershipId: membershipIdOf(index),
    agreementNumber: agreementNumber(random, contract.startOfContract),
    referringMemberId: index > 0 && random.chance(0.06) ? membershipIdOf(random.integer(0, index - 1)) : null,
    barcode: random.chance(0.03) ? inventBarcode(random) : null,
    entitlement: contract.membershipType === 'CORPORATE_FITNESS' ? inventFreeEntitlement(random, today, taken) : null,
    cards: inventCards(random, taken),
    pass: random.chance(0.07) ? inventPass(random) : null,
    visitsPerWeek: random.pickWeighted([
      [28, 0],
      [20, 0.5],
      [27, 1],
      [17, 2],
      [8, 3],
    ]),
    sharesData: !random.chance(0.03),
    trainer: false,
    gymOwner: false,
    holdsDemoCard: false,
  };
}

function completeMember(random: Random, named: DemoCardHolder, taken: Taken): DemoMember {
  const { shows: _shows, rfid, ...member } = named;
  return {
    ...member,
    accountId: random.uuid(),
    email: unused(taken.emails, (attempt) => inventEmail(random, named, attempt)),
    contact: inventContact(random, named.gym),
    agreementNumber: agreementNumber(random, named.startOfContract),
    referringMemberId: null,
    barcode: null,
    cards: [{ rfid, tagFormat: 'MIFARE' }],
    sharesData: true,
    trainer: false,
    gymOwner: false,
    holdsDemoCard: true,
  };
}

const agreementNumber = (random: Random, startOfContract: string) =>
  `V-${startOfContract.slice(0, 4)}-${random.digits(5)}`;

function inventCards(random: Random, taken: Taken): DemoCardHeld[] {
  const count = random.pickWeighted([
    [5, 0],
    [91, 1],
    [4, 2],
  ]);
  return Array.from({ length: count }, () => {
    const card = inventCard(random);
    return { ...card, rfid: unused(taken.rfids, (attempt) => (attempt === 0 ? card : inventCard(random)).rfid) };
  });
}

function inventFreeEntitlement(random: Random, today: Temporal.PlainDate, taken: Taken) {
  const entitlement = inventEntitlement(random, today);
  const verificationTan = unused(taken.tans, (attempt) =>
    attempt === 0 ? entitlement.verificationTan : random.digits(9),
  );
  return { ...entitlement, verificationTan };
}

/** The first unused value; it counts as used from now on. */
function unused(taken: Set<string>, draw: (attempt: number) => string): string {
  for (let attempt = 0; ; attempt += 1) {
    const value = draw(attempt);
    if (taken.has(value)) continue;
    taken.add(value);
    return value;
  }
}

function appointStaff(random: Random, members: readonly DemoMember[]): DemoMember[] {
  const appointed = new Map<string, Pick<DemoMember, 'trainer' | 'gymOwner'>>();
  for (const gym of demoGymKeys) {
    const { trainers, owners } = staffPerGym[gym];
    const suited = members.filter((member) => member.gym === gym && !member.holdsDemoCard && isPermanent(member));
    const chosen = random.sample(suited, trainers + owners);
    chosen.forEach(({ accountId }, index) => {
      appointed.set(accountId, { trainer: index < trainers, gymOwner: index >= trainers });
    });
  }
  return members.map((member) => ({ ...member, ...appointed.get(member.accountId) }));
}

const isPermanent = ({ membershipType, endOfContract, visitsPerWeek }: DemoMember) =>
  membershipType === 'PREMIUM' && endOfContract === null && visitsPerWeek > 0;
