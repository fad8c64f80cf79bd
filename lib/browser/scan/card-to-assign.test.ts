import { expect, test } from 'vitest';
import { parsedScanOf } from '#lib/server/lookup/lookup-key.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import { defaultReaderProfile, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { cardOfScan, typedCardText } from './card-in-hand.ts';
import { readCardToAssign } from './card-to-assign.ts';

const decimal: ReaderProfile = { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' };

test.each([
  ['a card number', '04A23BC21C2680', defaultReaderProfile, '0x04A23BC21C2680'],
  ['a card number as it is shown', '0x04A2 3BC2 1C26 80', defaultReaderProfile, '0x04A23BC21C2680'],
  ['digits that could be a membership id', '12345678', defaultReaderProfile, '0x12345678'],
  ['a letter and digits', 'B1234567', defaultReaderProfile, '0xB1234567'],
  ['a decimal number without its zeros', '77886655', decimal, '0x04A474BF'],
])('%s is read as a card where one is asked for', (_, text, profile, value) => {
  expect(readCardToAssign(text, 'typed', [profile])).toEqual({ kind: 'rfid', value });
});

test('the token of a pass is read as a pass', () => {
  const value = 'deadbeefcafebabe';
  expect(readCardToAssign(value, 'scan', [defaultReaderProfile])).toEqual({ kind: 'nfc', value });
});

test.each([
  ['', 'empty'],
  ['lena@example.com', 'notACard'],
  ['Lena Vogt', 'notACard'],
  ['M-10442', 'notACard'],
  ['0x04A2Z', 'notHex'],
  ['0x04A', 'oddDigits'],
  ['04A23BC21C268', 'oddDigits'],
  ['123456', 'wrongLength'],
])('%j is refused as a card, with the reason', (text, reason) => {
  expect(readCardToAssign(text, 'typed', [defaultReaderProfile])).toEqual({ kind: 'unreadable', reason, layout: null });
});

test.each<[string, ReaderProfile]>([
  ['04A23BC21C2680', defaultReaderProfile],
  ['802C1CC23BA204', { ...defaultReaderProfile, byteOrder: 'reversed' }],
  ['0077886655', decimal],
  ['deadbeefcafebabe', defaultReaderProfile],
  ['NFC:short', { ...defaultReaderProfile, nfcPrefix: 'NFC:' }],
])('a card that was scanned as %j is looked up again as the same card', (sent, profile) => {
  const { card, scanned } = parsedScanOf(identify(sent, 'scan', [profile]), sent);
  const again = cardOfScan(scanned ?? { kind: '', text: '' });
  if (!again || !card) throw new Error('a card is needed');
  expect(again.value).toBe(card.value);
  const text = typedCardText(again, [profile]);
  expect(parsedScanOf(identify(text, 'typed', [profile]), text).card).toEqual(card);
});

test('a scan that is no card cannot be assigned', () => {
  expect(cardOfScan({ kind: 'email', text: 'lena@example.com' })).toBeNull();
});
