import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CardInHand,
  cardKeptFor,
  keepOnPage,
  putCardInHand,
  receiveCardsInHand,
  takeCardInHand,
} from './card-in-hand.ts';

const counter = { locationId: 'west', staffId: 'ana' };
const card = (value: string): CardInHand => ({ kind: 'rfid', value });

let wall: number;
let steady: number;

beforeEach(() => {
  [wall, steady] = [Date.parse('2026-11-21T08:41:07Z'), 5_000];
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => steady);
});
afterEach(() => void vi.restoreAllMocks());

function pass(ms: number, setMs = 0): void {
  steady += ms;
  wall += ms + setMs;
}

test('a page receives the stored card, and each later one while it is open', () => {
  const received: string[] = [];
  putCardInHand(card('0x01'), counter);
  const end = receiveCardsInHand(counter, ({ value }) => received.push(value));
  putCardInHand(card('0x02'), counter);
  expect(received).toEqual(['0x01', '0x02']);
  expect(takeCardInHand(counter)).toBeNull();
  end();
  putCardInHand(card('0x03'), counter);
  expect(received).toHaveLength(2);
  expect(takeCardInHand(counter)).toEqual(card('0x03'));
});

test('unmounting a page does not stop the next one from receiving', () => {
  const received: string[] = [];
  const endFirst = receiveCardsInHand(counter, () => received.push('first'));
  const endSecond = receiveCardsInHand(counter, () => received.push('second'));
  endFirst();
  putCardInHand(card('0x01'), counter);
  expect(received).toEqual(['second']);
  endSecond();
});

test.each([
  ['minutes later', counter, 2 * 60_000 + 1, 0],
  ['minutes later, by a clock that was set back an hour', counter, 2 * 60_000 + 1, -3_600_000],
  ['at another gym', { ...counter, locationId: 'ost' }, 0, 0],
  ['for another person', { ...counter, staffId: 'mira' }, 0, 0],
])('a stored card is forgotten, and not handed out, %s', (_, asking, passedMs, setMs) => {
  putCardInHand(card('0x01'), counter);
  pass(passedMs, setMs);
  expect(takeCardInHand(asking)).toBeNull();
  expect(takeCardInHand(counter)).toBeNull();
});

test('a card is stored for as long as it may take to open the page', () => {
  putCardInHand(card('0x01'), counter);
  pass(2 * 60_000);
  expect(takeCardInHand(counter)).toEqual(card('0x01'));
});

test.each([
  ['as long as a form may take', counter, 30 * 60_000, true],
  ['when the page was left open', counter, 30 * 60_000 + 1, false],
  ['at another gym', { ...counter, locationId: 'ost' }, 0, false],
  ['for whoever came to the counter by a badge', { ...counter, staffId: 'mira' }, 0, false],
])('whether the card that a page has taken is given %s', (_, asking, passedMs, isGiven) => {
  const kept = keepOnPage(card('0x01'), counter);
  pass(passedMs);
  expect(cardKeptFor(kept, asking)).toEqual(isGiven ? card('0x01') : null);
});
