import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addReader } from './add-reader.ts';
import { readCard } from './card-number.ts';
import { cardByteLengths } from './card-widths.ts';
import { identify } from './identify.ts';
import { defaultReaderProfile, type ReaderProfile, readerProfile } from './reader-profile.ts';
import { findAmbiguity } from './told-apart.ts';
import { exampleOf, writeCard } from './write-card.ts';

const hex = defaultReaderProfile;
const decimal: ReaderProfile = { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' };
const padded: ReaderProfile = { ...decimal, isPadded: true };
const wiegand: ReaderProfile = { format: 'wiegand26', byteOrder: 'asRead', byteLength: 'auto' };

describe('two ways of writing', () => {
  it.each<[string, ReaderProfile, ReaderProfile]>([
    ['decimal with leading zeros beside hex', padded, hex],
    ['decimals of different widths', { ...padded, byteLength: 4 }, { ...padded, byteLength: 7, byteOrder: 'reversed' }],
    ['hex of different widths', { ...hex, byteLength: 4 }, { ...hex, byteLength: 7, byteOrder: 'reversed' }],
    ['the same beside one with a prefix', padded, { ...padded, byteOrder: 'reversed', prefix: 'X' }],
    ['shorter decimals with a prefix beside hex', { ...decimal, prefix: 'X' }, hex],
    ['Wiegand with a comma beside hex', { ...wiegand, hasComma: true }, hex],
  ])('%s are told apart', (_, one, other) => {
    expect(findAmbiguity([one, other])).toBeNull();
  });

  it.each<[string, ReaderProfile, ReaderProfile, string]>([
    ['decimal without leading zeros beside hex', decimal, hex, '01234567'],
    ['hex in both byte orders', hex, { ...hex, byteOrder: 'reversed' }, '01234567'],
    ['decimal beside hex of five bytes', padded, { ...hex, byteLength: 5 }, '0123456789'],
    ['Wiegand beside hex', wiegand, hex, '01234567'],
    ['a prefix that begins a number', { ...decimal, prefix: 'D' }, hex, 'D1234567'],
    [
      'Wiegand in both byte orders',
      { ...wiegand, hasComma: true },
      { ...wiegand, hasComma: true, byteOrder: 'reversed' },
      '0,2',
    ],
    ['a prefix of passes that begins a number', { ...hex, nfcPrefix: '04' }, padded, '0423456789'],
  ])('%s are not, and an example shows it', (_, one, other, example) => {
    expect(findAmbiguity([one, other])).toEqual({ profiles: [one, other], example });
    expect(findAmbiguity([other, one])?.example).toBe(example);
  });
});

const flag = fc.constantFrom(true as const, undefined);
const anyProfile = fc
  .record({
    format: fc.constantFrom('hex' as const, 'decimal' as const, 'wiegand26' as const),
    byteOrder: fc.constantFrom('asRead' as const, 'reversed' as const),
    byteLength: fc.constantFrom(...cardByteLengths, 'auto' as const),
    isPadded: flag,
    hasComma: flag,
    prefix: fc.constantFrom(undefined, 'X', 'D', ';', '04:', 'id='),
  })
  .map((profile): ReaderProfile => {
    const { prefix, isPadded, hasComma, ...rest } = profile;
    const isWiegand = rest.format === 'wiegand26';
    return readerProfile.parse({
      ...rest,
      ...(isWiegand && { byteLength: 'auto', ...(hasComma && { hasComma }) }),
      ...(rest.format !== 'hex' && isPadded && { isPadded }),
      ...(prefix !== undefined && prefix !== '04:' && { prefix }),
      ...(prefix === '04:' && { prefix: '04:x' }),
    });
  });

/** A card of a width that this profile reads: the automatic ones are 4 and 7 bytes. */
const cardOf = ({ format, byteLength }: ReaderProfile) => {
  const widths = format === 'wiegand26' ? [3] : byteLength === 'auto' ? [4, 7] : [byteLength];
  return (
    fc
      .constantFrom(...widths)
      .chain((width) => fc.uint8Array({ minLength: width, maxLength: width }))
      // a short number of an automatic width says nothing of its leading zeros
      .map((bytes) =>
        Buffer.from(
          bytes.length === 7 ? [Math.max(bytes[0] ?? 0, 1), ...bytes.slice(1, 6), Math.max(bytes[6] ?? 0, 1)] : bytes,
        ),
      )
      .map((bytes) => bytes.toString('hex').toUpperCase())
  );
};
const profileAndCard = anyProfile.chain((profile) => cardOf(profile).map((digits) => ({ profile, digits })));

describe('for every profile', () => {
  it('a card that its reader writes is read as the same card', () => {
    fc.assert(
      fc.property(profileAndCard, ({ profile, digits }) => {
        const written = writeCard(digits, profile);
        expect(readCard(written, profile)).toEqual({ kind: 'card', rfid: `0x${digits}` });
        expect(identify(written, 'scan', [profile])).toEqual({ kind: 'rfid', rfid: `0x${digits}` });
      }),
      { numRuns: 500 },
    );
  });

  it('its example is a card of its reader', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        expect(readCard(exampleOf(profile), profile)).toMatchObject({ kind: 'card' });
      }),
    );
  });

  it('a list without ambiguity reads a card of each reader as that card, whatever their order', () => {
    let told = 0;
    fc.assert(
      fc.property(profileAndCard, anyProfile, fc.boolean(), ({ profile, digits }, other, isFirst) => {
        const list = isFirst ? [profile, other] : [other, profile];
        const written = writeCard(digits, profile);
        const ambiguity = findAmbiguity(list);
        if (ambiguity) {
          for (const one of list) expect(readCard(ambiguity.example, one).kind, ambiguity.example).not.toBe('other');
          return;
        }
        told += 1;
        expect(readCard(written, other).kind).not.toBe('card');
        expect(identify(written, 'scan', list)).toEqual({ kind: 'rfid', rfid: `0x${digits}` });
      }),
      { numRuns: 1_000 },
    );
    expect(told).toBeGreaterThan(50);
  });
});

describe('a reader is added', () => {
  const found = { found: { ...decimal, endKey: 'enter' } as const, texts: ['1904649758'] };

  it('as one with leading zeros where only that tells it apart', () => {
    expect(addReader([hex], found)).toEqual({
      kind: 'added',
      profiles: [hex, { ...decimal, isPadded: true, endKey: 'enter' }],
    });
  });

  it('in place of those it cannot be told apart from, if asked, with the prefix of passes', () => {
    const short = { ...found, texts: ['13961168'] };
    const withPass = { ...hex, nfcPrefix: 'NFC:' };
    expect(addReader([withPass, { ...padded, prefix: 'X' }], short)).toMatchObject({
      kind: 'ambiguous',
      ambiguity: { profiles: [withPass, short.found], example: '01234567' },
      replaced: [
        { ...padded, prefix: 'X' },
        { ...short.found, nfcPrefix: 'NFC:' },
      ],
    });
  });

  it('in place of itself, with the end key that it sends now', () => {
    expect(addReader([hex, padded], { found: { ...padded, endKey: 'tab' }, texts: ['0412268238'] })).toEqual({
      kind: 'added',
      profiles: [hex, { ...padded, endKey: 'tab' }],
    });
  });
});
