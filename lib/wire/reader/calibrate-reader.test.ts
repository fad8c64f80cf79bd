import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { findProfiles, profilesThatRead, type ReadOfKnownCard } from './calibrate-reader.ts';
import { cardByteLengths } from './card-widths.ts';
import { identify } from './identify.ts';
import type { ReaderProfile } from './reader-profile.ts';

it.each([
  ['0563537489', '0x51E69621', { format: 'decimal', byteOrder: 'reversed', byteLength: 'auto' }],
  ['80:26:1c:c2:3b:a2:04', '0x04A23BC21C2680', { format: 'hex', byteOrder: 'reversed', byteLength: 'auto' }],
  ['213,02000', '0xD507D0', { format: 'wiegand26', byteOrder: 'asRead', byteLength: 'auto' }],
  ['1904649758', '0x1904649758', { format: 'hex', byteOrder: 'asRead', byteLength: 5 }],
])('%s of card %s tells the profile of the reader', (scanned, rfid, profile) => {
  expect(profilesThatRead(scanned, [rfid])).toEqual([profile]);
});

it('a number that is the same in both byte orders leaves the order open', () => {
  expect(profilesThatRead('AB1212AB', ['0xAB1212AB']).map((profile) => profile.byteOrder)).toEqual([
    'asRead',
    'reversed',
  ]);
});

it('another card fits no profile', () => {
  expect(profilesThatRead('04A23BC21C2680', ['0x51E69621'])).toEqual([]);
});

const card = fc
  .constantFrom(...cardByteLengths)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const digitsOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** Every format in which readers send the bytes of a card. */
const writings: Record<string, (bytes: Uint8Array) => string> = {
  hex: digitsOf,
  'hex with 0x': (bytes) => `0x${digitsOf(bytes).toUpperCase()}`,
  'hex with colons': (bytes) => (digitsOf(bytes).match(/../g) ?? []).join(':'),
  'hex with dashes': (bytes) => (digitsOf(bytes).match(/../g) ?? []).join('-'),
  decimal: (bytes) => BigInt(`0x${digitsOf(bytes)}`).toString(),
  'decimal with zeros': (bytes) =>
    BigInt(`0x${digitsOf(bytes)}`)
      .toString()
      .padStart(String((1n << BigInt(bytes.length * 8)) - 1n).length, '0'),
};

it.each(Object.keys(writings))(
  'a profile is found for %s, whatever its length and order, and reads the card',
  (writing) => {
    fc.assert(
      fc.property(card, fc.boolean(), (bytes, isReversed) => {
        const scanned = writings[writing]?.(isReversed ? bytes.toReversed() : bytes) ?? '';
        const rfid = `0x${digitsOf(bytes).toUpperCase()}`;
        const profiles = profilesThatRead(scanned, [rfid]);
        expect(profiles).not.toEqual([]);
        for (const profile of profiles) expect(identify(scanned, 'scan', [profile])).toEqual({ kind: 'rfid', rfid });
      }),
    );
  },
);

it('a profile is found for Wiegand 26, with and without a comma, in both orders', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 3, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (bytes, isReversed, hasComma) => {
        const [facility = 0, high = 0, low = 0] = isReversed ? bytes.toReversed() : bytes;
        const parts = [String(facility).padStart(3, '0'), String(high * 256 + low).padStart(5, '0')];
        const rfid = `0x${digitsOf(bytes).toUpperCase()}`;
        const formats = profilesThatRead(parts.join(hasComma ? ',' : ''), [rfid]).map(({ format }) => format);
        expect(formats).toContain('wiegand26');
      },
    ),
  );
});

it('a second card resolves what the first leaves open', () => {
  const first = { scanned: 'AB1212AB', rfids: ['0xAB1212AB'] };
  const second = { scanned: '04A23BC2', rfids: ['0xC23BA204'] };
  expect(findProfiles([first])).toHaveLength(2);
  expect(findProfiles([first, second])).toEqual([{ format: 'hex', byteOrder: 'reversed', byteLength: 'auto' }]);
  expect(findProfiles([first, { ...second, rfids: ['0x00000000'] }])).toEqual([]);
});

test.each<[string, ReadOfKnownCard[], Partial<ReaderProfile>]>([
  ['leading zeros', [{ scanned: '0563537489', rfids: ['0x51E69621'] }], { byteOrder: 'reversed', isPadded: true }],
  ['none, of a full number', [{ scanned: '1904649758', rfids: ['0x71 86 A6 1E'] }], { byteOrder: 'asRead' }],
  ['a comma', [{ scanned: '213,02000', rfids: ['0xD507D0'] }], { format: 'wiegand26', hasComma: true }],
  ['a prefix', [{ scanned: 'D0412268238', rfids: ['0x1892B6CE'] }], { format: 'decimal', prefix: 'D', isPadded: true }],
  ['a prefix with 0x', [{ scanned: ';0x04A23BC2', rfids: ['0x04A23BC2'] }], { format: 'hex', prefix: ';0x' }],
  ['a prefix of hex', [{ scanned: ';04A23BC2', rfids: ['0x04A23BC2'] }], { format: 'hex', prefix: ';' }],
])('the texts of cards prove %s', (_, known, proven) => {
  const [found, another] = findProfiles(known);
  expect(found).toEqual({ format: 'decimal', byteOrder: 'asRead', byteLength: 'auto', ...proven });
  expect(another).toBeUndefined();
});

test('a shorter number disproves leading zeros', () => {
  const known = [
    { scanned: '0412268238', rfids: ['0x1892B6CE'] },
    { scanned: '77740927', rfids: ['0x04A23B7F'] },
  ];
  expect(findProfiles(known)).toEqual([{ format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' }]);
});

// an earlier reader has sent only a part of the number
test.each([
  ['04A23BC21C2680', '0xC21C2680'],
  ['04:A2:3B:C2:1C:26:80', '0xC21C2680'],
  ['80261CC23BA204', '0x04A23BC2'],
  ['E00401001892B6CE', '0x1892B6CE'],
  [';04A23BC21C2680', '0xC21C2680'],
  ['04A23BC21C2680', '0x51E69621'],
])('the first digits of %s are no prefix of %s', (scanned, rfid) => {
  expect(findProfiles([{ scanned, rfids: [rfid] }])).toEqual([]);
});

test('after 0x there is no decimal number, which a scan would read as hex', () => {
  expect(findProfiles([{ scanned: '0x0412268238', rfids: ['0x1892B6CE'] }])).toEqual([]);
});
