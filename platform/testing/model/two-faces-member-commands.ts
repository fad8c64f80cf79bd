import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestAnswer } from '#platform/testing/client.ts';
import { newMember } from '#platform/testing/members.ts';
import {
  asDecimal,
  cardAt,
  cards,
  command,
  emailOf,
  giveCards,
  pathOf,
  personAt,
  place,
  type Real,
} from './two-faces-command.ts';
import { compareList, outcome } from './two-faces-comparison.ts';
import {
  forget,
  inVersion1,
  inVersion2,
  isHidden,
  matchOfCreate,
  matchOfPublish,
  memberOf,
  type Person,
  personOfEmail,
  refusalOfChange,
  type TwoFacedChain,
} from './two-faces-model.ts';

interface WrittenIdentity {
  email: number;
  lastName: string;
  membership: number;
}
const identityOf = (real: Real, { email, lastName, membership }: WrittenIdentity) => ({
  email: emailOf(real, email),
  lastName,
  membershipId: `M-${membership}`,
});

/** Fields that a publish may omit; their values then stay. */
interface Extra {
  city?: string | undefined;
  height?: number | undefined;
  dayGuest?: boolean | undefined;
  cards?: number[] | undefined;
}

/** @param index of the person whose user id is sent; null for none */
const publish = (index: number | null, written: WrittenIdentity, { cards, ...extra }: Extra) =>
  command(`publish(${JSON.stringify({ index, ...written, ...extra, cards })})`, async (chain, real) => {
    const wanted = identityOf(real, written);
    const known = index === null ? undefined : personAt(chain, index);
    const { email: eMail, lastName, membershipId } = wanted;
    const rfidList = cards?.map((card) => (card % 2 ? asDecimal(cardAt(card)) : cardAt(card).toLowerCase()));
    const person = { eMail, lastName, membershipId, firstName: 'Lena', gender: 'FEMALE' };
    const answer = await real.gym.askV1('publishUser', {
      body: { ...person, ...extra, userId: known?.userId, rfidList },
    });
    const match = matchOfPublish(chain, wanted, known);
    if ('refused' in match) return void expect(answer.status).toBe(match.refused);
    expect(answer.status).toBe(200);
    const userId = Number(answer.body.userId);
    const published = match.person ?? (await addPerson(chain, userId, real));
    expect(userId).toBe(published.userId);
    published.email = eMail;
    published.lastName = lastName;
    published.city = extra.city ?? published.city;
    published.heightCm = extra.height ?? published.heightCm;
    const { isDayGuest, isMigrated = false } = published.membership ?? {};
    published.membership = { id: membershipId, isDayGuest: extra.dayGuest ?? isDayGuest, isMigrated };
    if (cards) giveCards(chain, published, cards);
    return published;
  });

async function addPerson(chain: TwoFacedChain, userId: number, real: Real): Promise<Person> {
  expect(chain.people.map((person) => person.userId)).not.toContain(userId);
  const accountId = await real.accountOf(userId);
  const added: Person = { accountId, userId, email: '', lastName: '', membership: undefined, isErased: false };
  chain.people.push(added);
  return added;
}

/** Version 2 does not name a person whom it does not see. */
function expectConflict({ status, body }: TestAnswer, chain: TwoFacedChain, errorCode: string): void {
  expect([status, body.errorCode]).toEqual([409, errorCode]);
  const named = chain.people.find(({ accountId }) => accountId === body.metadata.accountId);
  expect(body.metadata.accountId).toBe(named?.accountId);
  if (named) expect(isHidden(named)).toBe(false);
}

const bodyOf = ({ email, lastName, membershipId }: ReturnType<typeof identityOf>, city: string | undefined) =>
  newMember({ email, lastName, contact: { city }, membership: { membershipId } });

function replaceIn(person: Person, wanted: ReturnType<typeof identityOf>, city: string | undefined): void {
  const { email, lastName, membershipId: id } = wanted;
  Object.assign(person, { email, lastName, city });
  person.membership = { isDayGuest: person.membership?.isDayGuest, id, isMigrated: true };
}

const create = (written: WrittenIdentity, city: string | undefined) =>
  command(`create(${JSON.stringify({ ...written, city })})`, async (chain, real) => {
    const wanted = identityOf(real, written);
    const answer = await real.gym.ask('publishAccount', { body: bodyOf(wanted, city) });
    const match = matchOfCreate(chain, wanted);
    if ('refused' in match) return void expectConflict(answer, chain, match.refused);
    expect(answer.status).toBe(201);
    const profile = await real.gym.askV1('getProfile', { query: { membershipId: wanted.membershipId } });
    const created = match.person ?? (await addPerson(chain, profile.body.userId, real));
    expect([answer.body.accountId, profile.body.userId]).toEqual([created.accountId, created.userId]);
    replaceIn(created, wanted, city);
    return created;
  });

const replace = (index: number, written: WrittenIdentity, city: string | undefined) =>
  command(`replace(${JSON.stringify({ index, ...written, city })})`, async (chain, real) => {
    const person = personAt(chain, index);
    const wanted = identityOf(real, written);
    const answer = await real.gym.ask('updateAccount', { path: pathOf(person), body: bodyOf(wanted, city) });
    if (inVersion2(person) !== 200) return void expect(outcome(answer)).toBe(inVersion2(person));
    const refusal = refusalOfChange(chain, person, wanted);
    if (refusal) return void expectConflict(answer, chain, refusal);
    expect(answer.status).toBe(200);
    replaceIn(person, wanted, city);
    return person;
  });

const patch = (index: number, change: { email?: number; membership?: number; city?: string }) =>
  command(`patch(${JSON.stringify({ index, ...change })})`, async (chain, real) => {
    const person = personAt(chain, index);
    const email = change.email === undefined ? undefined : emailOf(real, change.email);
    const membershipId = change.membership === undefined ? undefined : `M-${change.membership}`;
    const body = { email, contact: { city: change.city }, membership: { membershipId } };
    const answer = await real.gym.ask('partialUpdate', { path: pathOf(person), body });
    const { membership } = person;
    if (inVersion2(person) !== 200 || !membership) return void expect(outcome(answer)).toBe(inVersion2(person));
    const refusal = refusalOfChange(chain, person, { email, membershipId });
    if (refusal) return void expectConflict(answer, chain, refusal);
    expect(answer.status).toBe(204);
    person.email = email ?? person.email;
    person.city = change.city ?? person.city;
    membership.id = membershipId ?? membership.id;
    return person;
  });

const end = (index: number) =>
  command(`end(${index})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('eraseAccountMembershipData', { path: pathOf(person) });
    expect(outcome(answer)).toBe(inVersion2(person) === 200 ? 204 : inVersion2(person));
    if (answer.status === 204) person.membership = undefined;
    return person;
  });

const erase = (index: number) =>
  command(`erase(${index})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const query = { eraseMemberData: true };
    const answer = await gym.ask('eraseAccountMembershipData', { path: pathOf(person), query });
    expect(outcome(answer)).toBe(inVersion2(person) === 'ACCOUNT' ? 'ACCOUNT' : 204);
    if (answer.status !== 204) return person;
    forget(chain, person);
    return person;
  });

const migrate = (index: number) =>
  command(`migrate(${index})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('migrate', { query: { legacyUserId: person.userId } });
    if (!person.membership) {
      return void expect(outcome(answer)).toBe(person.isErased ? 'ACCOUNT' : 'MEMBERSHIP');
    }
    expect([answer.status, answer.body.accountId]).toEqual([200, person.accountId]);
    person.membership.isMigrated = true;
    return person;
  });

const look = (by: 'email' | 'membershipId' | 'rfid', index: number) =>
  command(`look(${by} ${index})`, async (chain, real) => {
    const { gym } = real;
    const card = cardAt(index);
    const email = emailOf(real, index);
    const membershipId = `M-${index}`;
    const { person, account, query } = {
      email: {
        person: personOfEmail(chain, email),
        account: () => gym.ask('getByEmail', { path: { email } }),
        query: { email: email.toUpperCase() },
      },
      membershipId: {
        person: memberOf(chain, membershipId),
        account: () => gym.ask('retrieveAccountByMembershipId', { path: { membershipId } }),
        query: { membershipId },
      },
      rfid: {
        person: chain.cards.get(card),
        account: () => gym.ask('getByRfid', { path: { rfid: card.toLowerCase() } }),
        query: { rfid: index % 2 ? card : asDecimal(card) },
      },
    }[by];
    const found = await account();
    const profile = await gym.askV1('getProfile', { query });
    expect([outcome(found), profile.status]).toEqual([inVersion2(person), inVersion1(person)]);
    if (found.status === 200) expect(found.body.accountId).toBe(person?.accountId);
    if (profile.status === 200) expect(profile.body.userId).toBe(person?.userId);
    return undefined;
  });

const list = () =>
  command('list', async (chain, { gym }) => {
    await compareList(chain, gym);
    return undefined;
  });

const written = fc.record({ email: place, lastName: fc.constantFrom('Vogt', 'Brandt'), membership: place });
const city = fc.constantFrom(undefined, 'Berlin', 'Ulm');
const extra = fc.record({
  city,
  height: fc.constantFrom(undefined, 171.5, 180),
  dayGuest: fc.constantFrom(undefined, true, false),
  cards: fc.option(cards, { nil: undefined }),
});
const change = fc.record({ email: place, membership: place, city: fc.constant('Mainz') }, { requiredKeys: [] });
const key = fc.constantFrom('email' as const, 'membershipId' as const, 'rfid' as const);

export const memberCommands = [
  fc.tuple(fc.constant(null), written, extra).map((one) => publish(...one)),
  fc.tuple(place, written, extra).map((one) => publish(...one)),
  fc.tuple(written, city).map((one) => create(...one)),
  fc.tuple(place, written, city).map((one) => replace(...one)),
  fc.tuple(place, change).map((one) => patch(...one)),
  place.map(migrate),
  place.map(migrate),
  place.map(end),
  place.map(erase),
  fc.tuple(key, place).map((one) => look(...one)),
  fc.constant(list()),
];
