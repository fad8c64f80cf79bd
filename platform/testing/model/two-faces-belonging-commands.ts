import fc from 'fast-check';
import { expect } from 'vitest';
import type { VisitKind } from './members.ts';
import {
  asDecimal,
  cardAt,
  cards,
  command,
  giveCards,
  pathOf,
  personAt,
  place,
  type Real,
} from './two-faces-command.ts';
import { outcome } from './two-faces-comparison.ts';
import { type Booking, cardsOf, inVersion1, inVersion2, type Person, type TwoFacedChain } from './two-faces-model.ts';

const addCard = (index: number, card: number) =>
  command(`addCard(person ${index}, card ${card})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('addRFIDToUser', { path: pathOf(person), body: { rfid: cardAt(card) } });
    expect(outcome(answer)).toBe(inVersion2(person));
    if (answer.status === 200) chain.cards.set(cardAt(card), person);
    return person;
  });

const replaceCards = (index: number, cards: number[]) =>
  command(`replaceCards(person ${index}, cards ${cards})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const body = { rfids: cards.map((card) => ({ rfid: cardAt(card) })) };
    const answer = await gym.ask('updateUsersRfids', { path: pathOf(person), body });
    expect(outcome(answer)).toBe(inVersion2(person) === 200 ? 204 : inVersion2(person));
    if (answer.status === 204) giveCards(chain, person, cards);
    return person;
  });

const removeCard = (index: number, card: number) =>
  command(`removeCard(person ${index}, card ${card})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask('deleteRfid', { path: { ...pathOf(person), rfid: cardAt(card) } });
    const isHeld = chain.cards.get(cardAt(card)) === person;
    expect(outcome(answer)).toBe(inVersion2(person) !== 200 ? inVersion2(person) : isHeld ? 204 : 'RFID');
    if (answer.status === 204) chain.cards.delete(cardAt(card));
    return person;
  });

const operationOf = { CHECKIN: 'checkin', CHECKOUT: 'checkout' } as const;
const operationOfV1 = { CHECKIN: 'checkIn', CHECKOUT: 'checkOut' } as const;

const visit = (index: number, kind: VisitKind, timestamp: number) =>
  command(`visit(person ${index}, ${kind} at ${timestamp})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const answer = await gym.ask(operationOf[kind], { path: pathOf(person), body: { timestamp } });
    expect(outcome(answer)).toBe(inVersion2(person) === 200 ? 204 : inVersion2(person));
    if (answer.status === 204) chain.visits.add(`${person.accountId} ${kind} ${timestamp}`);
    return person;
  });

/** The keys by which version 1 may identify a member. */
const names = ['userId', 'membershipId', 'eMail', 'rfidId', 'decimal'] as const;
type Name = (typeof names)[number];

/** The key of a person in a request. For a person without a card, it is a card that no one has. */
function named(chain: TwoFacedChain, person: Person, by: Name): Record<string, unknown> {
  const [card = cardAt(9)] = cardsOf(chain, person);
  switch (by) {
    case 'userId':
      return { userId: person.userId };
    case 'membershipId':
      return { membershipId: person.membership?.id ?? 'M-nobody' };
    case 'eMail':
      return { eMail: person.isErased ? 'nobody@example.org' : person.email };
    case 'rfidId':
      return { rfidId: card.toLowerCase() };
    case 'decimal':
      return { rfidId: asDecimal(card) };
  }
}

const visitV1 = (index: number, kind: VisitKind, userPresenceTimestamp: number, by: Name) =>
  command(`visitV1(person ${index} by ${by}, ${kind} at ${userPresenceTimestamp})`, async (chain, { gym }) => {
    const person = personAt(chain, index);
    const body = { ...named(chain, person, by), userPresenceTimestamp };
    const answer = await gym.askV1(operationOfV1[kind], { body });
    const isByCard = by === 'rfidId' || by === 'decimal';
    const isFound = inVersion1(person) === 200 && (!isByCard || cardsOf(chain, person).length > 0);
    expect(answer.status).toBe(isFound ? 204 : 404);
    if (isFound) chain.visits.add(`${person.accountId} ${kind} ${userPresenceTimestamp}`);
    return person;
  });

/** The two products that every gym has. */
async function productAt({ gym }: Real, index: number): Promise<string> {
  const { body } = await gym.askV1('listProducts');
  return String(body[index % 2].productId);
}

const book = (index: number, product: number, days: Booking) =>
  command(`book(person ${index}, product ${product}, ${Object.values(days)})`, async (chain, real) => {
    const person = personAt(chain, index);
    const productId = await productAt(real, product);
    const body = { productId, ...days };
    const answer = await real.gym.ask('productBooking', { path: pathOf(person), body });
    const key = `${person.accountId} ${productId}`;
    const success = chain.bookings.has(key) ? 200 : 201;
    expect(outcome(answer)).toBe(inVersion2(person) === 200 ? success : inVersion2(person));
    if (answer.status === success) chain.bookings.set(key, days);
    return person;
  });

const bookV1 = (index: number, product: number, days: Booking) =>
  command(`bookV1(person ${index}, product ${product}, ${Object.values(days)})`, async (chain, real) => {
    const person = personAt(chain, index);
    const productId = await productAt(real, product);
    const body = { productId: Number(productId), start: days.startDate, end: days.endDate };
    const answer = await real.gym.askV1('activateProduct', { query: { userId: person.userId }, body });
    expect(answer.status).toBe(inVersion1(person));
    if (answer.status === 200) chain.bookings.set(`${person.accountId} ${productId}`, days);
    return person;
  });

const endBooking = (index: number, product: number) =>
  command(`endBooking(person ${index}, product ${product})`, async (chain, real) => {
    const person = personAt(chain, index);
    const productId = await productAt(real, product);
    const answer = await real.gym.ask('deactivateUserProduct', { path: { ...pathOf(person), productId } });
    expect(outcome(answer)).toBe(inVersion2(person) === 200 ? 204 : inVersion2(person));
    if (answer.status === 204) chain.bookings.delete(`${person.accountId} ${productId}`);
    return person;
  });

const kind = fc.constantFrom<VisitKind>('CHECKIN', 'CHECKOUT');
/** Few instants, so that they repeat; version 1 accepts none before the year 2000. */
const moment = fc.integer({ min: 1, max: 3 }).map((second) => Date.UTC(2026, 5, 1, 12, 0, second));
const days = fc.record({
  startDate: fc.constantFrom('2027-01-01', '2027-02-01'),
  endDate: fc.constantFrom('2027-06-30', '2027-12-31'),
});

export const belongingCommands = [
  fc.tuple(place, place).map((one) => addCard(...one)),
  fc.tuple(place, cards).map((one) => replaceCards(...one)),
  fc.tuple(place, place).map((one) => removeCard(...one)),
  fc.tuple(place, kind, moment).map((one) => visit(...one)),
  fc.tuple(place, kind, moment, fc.constantFrom(...names)).map((one) => visitV1(...one)),
  fc.tuple(place, place, days).map((one) => book(...one)),
  fc.tuple(place, place, days).map((one) => bookV1(...one)),
  fc.tuple(place, place).map((one) => endBooking(...one)),
];
