import { expect, test } from 'vitest';
import { type CardInHand, putCardInHand, receiveCardsInHand, takeCardInHand } from './card-in-hand.ts';

const card = (value: string): CardInHand => ({ kind: 'rfid', value });

test('a page receives the card that was kept for it, and each one after it while it is open', () => {
  const received: string[] = [];
  putCardInHand(card('0x01'));
  const end = receiveCardsInHand(({ value }) => received.push(value));
  putCardInHand(card('0x02'));
  expect(received).toEqual(['0x01', '0x02']);
  expect(takeCardInHand()).toBeNull();
  end();
  putCardInHand(card('0x03'));
  expect(received).toHaveLength(2);
  expect(takeCardInHand()).toEqual(card('0x03'));
});

test('a page that is left does not end what the next one receives', () => {
  const received: string[] = [];
  const endFirst = receiveCardsInHand(() => received.push('first'));
  const endSecond = receiveCardsInHand(() => received.push('second'));
  endFirst();
  putCardInHand(card('0x01'));
  expect(received).toEqual(['second']);
  endSecond();
});
