import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestAnswer } from '#platform/testing/client.ts';
import { newMember } from '#platform/testing/members.ts';
import type { TestGym } from '#platform/testing/platform.ts';
import {
  cardsOf,
  creationOf,
  isMember,
  lookUp,
  type ModelChain,
  type ModelPerson,
  memberOf,
  membersOf,
  personOfEmail,
  type VisitKind,
} from './members.ts';

/** The platform, and a marker that makes the e-mail addresses of a run unique. */
export interface Real {
  gym: TestGym;
  run: string;
  passSecond(): void;
}

export type ChainCommand = fc.AsyncCommand<ModelChain, Real>;

const command = (name: string, act: (chain: ModelChain, real: Real) => Promise<void>): ChainCommand => ({
  check: () => true,
  run: (chain, real) => {
    real.passSecond();
    return act(chain, real);
  },
  toString: () => name,
});

/** A person whom the chain knows or knew; without one, an id that was never issued. */
const personAt = ({ people }: ModelChain, index: number): ModelPerson =>
  people[index % Math.max(people.length, 1)] ?? {
    accountId: '00000000-0000-4000-8000-000000000000',
    email: '',
    lastName: '',
    membershipId: undefined,
    isErased: true,
  };

const pathOf = ({ accountId }: ModelPerson) => ({ accountId });
const outcome = ({ status, body }: TestAnswer) => (status === 404 ? body.metadata.entity : status);
const emailOf = ({ run }: Real, index: number) => `person${index}.${run}@example.org`;
const cardAt = (index: number) => `0x04A${index}FF`;

const create = (email: number, lastName: string, membership: number) =>
  command(`create(email ${email}, ${lastName}, M-${membership})`, async (chain, real) => {
    const wanted = { email: emailOf(real, email), lastName, membershipId: `M-${membership}` };
    const body = newMember({ ...wanted, membership: { membershipId: wanted.membershipId } });
    const answer = await real.gym.ask('publishAccount', { body });
    const creation = creationOf(chain, wanted);
    if ('refused' in creation) {
      expect([answer.status, answer.body.errorCode]).toEqual([409, creation.refused]);
      if ('by' in creation) expect(answer.body.metadata.accountId).toBe(creation.by.accountId);
      return;
    }
    expect(answer.status).toBe(201);
    const { accountId } = answer.body;
    if (creation.returning) {
      expect(accountId).toBe(creation.returning.accountId);
      Object.assign(creation.returning, wanted);
    } else {
      expect(chain.people.map((person) => person.accountId)).not.toContain(accountId);
      chain.people.push({ accountId, ...wanted, isErased: false });
    }
  });

const changeEmail = (index: number, email: number) =>
  command(`changeEmail(person ${index}, email ${email})`, async (chain, real) => {
    const person = personAt(chain, index);
    const wanted = emailOf(real, email);
    const answer = await real.gym.ask('partialUpdate', { path: pathOf(person), body: { email: wanted.toUpperCase() } });
    if (lookUp(person) !== 200) return expect(outcome(answer)).toBe(lookUp(person));
    const holder = personOfEmail(chain, wanted);
    if (holder && holder !== person) return expect(answer.body.errorCode).toBe('userEmailConflict');
    expect(answer.status).toBe(204);
    person.email = wanted;
  });

const changeMembershipId = (index: number, membership: number) =>
  command(`changeMembershipId(person ${index}, M-${membership})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const membershipId = `M-${membership}`;
    const answer = await gym.ask('partialUpdate', { path: pathOf(person), body: { membership: { membershipId } } });
    if (lookUp(person) !== 200) return expect(outcome(answer)).toBe(lookUp(person));
    const holder = memberOf(chain, membershipId);
    if (holder && holder !== person) return expect(answer.body.errorCode).toBe('membershipExists');
    expect(answer.status).toBe(204);
    person.membershipId = membershipId;
  });

const endMembership = (index: number) =>
  command(`end(person ${index})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('eraseAccountMembershipData', { path: pathOf(person) });
    expect(outcome(answer)).toBe(lookUp(person) === 200 ? 204 : lookUp(person));
    person.membershipId = undefined;
  });

const erase = (index: number) =>
  command(`erase(person ${index})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('eraseAccountMembershipData', {
      path: pathOf(person),
      query: { eraseMemberData: true },
    });
    expect(outcome(answer)).toBe(person.isErased ? 'ACCOUNT' : 204);
    for (const card of cardsOf(chain, person)) chain.cards.delete(card);
    for (const visit of chain.visits) if (visit.startsWith(person.accountId)) chain.visits.delete(visit);
    Object.assign(person, { isErased: true, membershipId: undefined });
  });

const addCard = (index: number, card: number) =>
  command(`addCard(person ${index}, card ${card})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('addRFIDToUser', { path: pathOf(person), body: { rfid: cardAt(card).toLowerCase() } });
    expect(outcome(answer)).toBe(lookUp(person));
    if (isMember(person)) chain.cards.set(cardAt(card), person);
  });

const replaceCards = (index: number, cards: number[]) =>
  command(`replaceCards(person ${index}, cards ${cards})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const body = { rfids: cards.map((card) => ({ rfid: cardAt(card) })) };
    const answer = await gym.ask('updateUsersRfids', { path: pathOf(person), body });
    expect(outcome(answer)).toBe(isMember(person) ? 204 : lookUp(person));
    if (!isMember(person)) return;
    for (const card of cardsOf(chain, person)) chain.cards.delete(card);
    for (const card of cards) chain.cards.set(cardAt(card), person);
  });

const removeCard = (index: number, card: number) =>
  command(`removeCard(person ${index}, card ${card})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('deleteRfid', { path: { ...pathOf(person), rfid: cardAt(card) } });
    if (!isMember(person)) return expect(outcome(answer)).toBe(lookUp(person));
    expect(outcome(answer)).toBe(chain.cards.get(cardAt(card)) === person ? 204 : 'RFID');
    if (answer.status === 204) chain.cards.delete(cardAt(card));
  });

const visit = (index: number, kind: VisitKind, timestamp: number) =>
  command(`visit(person ${index}, ${kind} at ${timestamp})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const operation = kind === 'CHECKIN' ? 'checkin' : 'checkout';
    const answer = await gym.ask(operation, { path: pathOf(person), body: { timestamp } });
    expect(outcome(answer)).toBe(isMember(person) ? 204 : lookUp(person));
    if (isMember(person)) chain.visits.add(`${person.accountId} ${kind} ${timestamp}`);
  });

const look = (by: 'email' | 'membershipId' | 'rfid', index: number) =>
  command(`look(${by} ${index})`, async (chain, real) => {
    const found = {
      email: async () => ({
        person: personOfEmail(chain, emailOf(real, index)),
        answer: await real.gym.ask('getByEmail', { path: { email: emailOf(real, index).toUpperCase() } }),
      }),
      membershipId: async () => ({
        person: memberOf(chain, `M-${index}`),
        answer: await real.gym.ask('retrieveAccountByMembershipId', { path: { membershipId: `M-${index}` } }),
      }),
      rfid: async () => ({
        person: chain.cards.get(cardAt(index)),
        answer: await real.gym.ask('getByRfid', { path: { rfid: cardAt(index).toLowerCase() } }),
      }),
    };
    const { person, answer } = await found[by]();
    expect(outcome(answer)).toBe(lookUp(person));
    if (answer.status === 200) expect(answer.body.accountId).toBe(person?.accountId);
  });

const list = () =>
  command('list', async (chain, { gym }) => {
    const { body } = await gym.ask('listAccounts', { query: { limit: 100 } });
    const listed = body.items.map(({ accountId }: ModelPerson) => accountId);
    const expected = membersOf(chain).map(({ accountId }) => accountId);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(body.total).toBe(expected.length);
  });

/** Few people, cards and times, so that commands collide. */
const place = fc.integer({ min: 0, max: 3 });
const lastName = fc.constantFrom('Vogt', 'Brandt');
const kind = fc.constantFrom<VisitKind>('CHECKIN', 'CHECKOUT');

export const chainCommands = [
  fc.tuple(place, lastName, place).map((one) => create(...one)),
  fc.tuple(place, lastName, place).map((one) => create(...one)),
  fc.tuple(place, place).map((one) => changeEmail(...one)),
  fc.tuple(place, place).map((one) => changeMembershipId(...one)),
  place.map(endMembership),
  place.map(erase),
  fc.tuple(place, place).map((one) => addCard(...one)),
  fc.tuple(place, fc.array(place, { maxLength: 3 })).map((one) => replaceCards(...one)),
  fc.tuple(place, place).map((one) => removeCard(...one)),
  fc.tuple(place, kind, fc.integer({ min: 1, max: 3 })).map((one) => visit(...one)),
  fc
    .tuple(fc.constantFrom('email' as const, 'membershipId' as const, 'rfid' as const), place)
    .map((one) => look(...one)),
  fc.constant(list()),
];
