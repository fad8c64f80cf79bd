import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addReader, keepPassPrefix } from './add-reader.ts';
import { readCard } from './card-number.ts';
import { cardByteLengths } from './card-widths.ts';
import { identify } from './identify.ts';
import type { EndKey } from './reader-habit.ts';
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
    ['a prefix that begins a number', { ...decimal, prefix: 'D' }, hex, 'D0123456'],
    [
      'Wiegand in both byte orders',
      { ...wiegand, hasComma: true },
      { ...wiegand, hasComma: true, byteOrder: 'reversed' },
      '0,1',
    ],
    ['a prefix of passes that begins a number', { ...hex, nfcPrefix: '04' }, padded, '0401234567'],
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
      // a short number of an automatic width does not show whether zeros were omitted
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
        if (profile.format === 'hex' && profile.prefix === undefined) {
          expect(identify(`0x${written}`, 'scan', list)).toEqual({ kind: 'rfid', rfid: `0x${digits}` });
        }
      }),
      { numRuns: 1_000 },
    );
    expect(told).toBeGreaterThan(50);
  });
});

describe('a reader is added', () => {
  const found = { found: decimal, texts: ['1904649758'], endKey: 'enter' } as const;

  it('as one with leading zeros where only that tells it apart, until a shorter number disproves it', () => {
    expect(addReader([hex], found)).toEqual({
      reader: padded,
      profiles: [hex, padded],
      replaced: [],
      hasOtherEndKey: false,
    });
    expect(addReader([hex], { ...found, texts: [...found.texts, '412268238'] })).toMatchObject({
      profiles: [decimal],
      replaced: [{ profiles: [hex, decimal] }],
    });
  });

  it('in place of all that it cannot be told apart from, if asked, with the prefix of passes', () => {
    const withPass = { ...hex, nfcPrefix: 'NFC:' };
    const withPrefix = { ...padded, prefix: 'X' };
    const short = { ...found, texts: ['13961168'] };
    expect(addReader([withPass, withPrefix, { ...padded, byteOrder: 'reversed' }], short)).toEqual({
      reader: decimal,
      profiles: [withPrefix, { ...decimal, nfcPrefix: 'NFC:' }],
      replaced: [
        { profiles: [withPass, decimal], example: '01234567' },
        { profiles: [{ ...padded, byteOrder: 'reversed' }, decimal], example: '0123456789' },
      ],
      hasOtherEndKey: false,
    });
  });

  it.each(['0412268238', '1374066209'])('in place of itself, with the card %s', (text) => {
    const again = text.startsWith('0') ? padded : decimal;
    expect(addReader([hex, padded], { ...found, found: again, texts: [text] })).toEqual({
      reader: padded,
      profiles: [hex, padded],
      replaced: [],
      hasOtherEndKey: false,
    });
  });

  const tab = { ...hex, endKey: 'tab' } as const;
  it.each<[string, ReaderProfile[], EndKey, ReaderProfile[]]>([
    ['is not set where each browser learns it', [hex], 'enter', [hex]],
    ['is kept where it is the one that is set', [tab], 'tab', [tab]],
    ['is learned again where readers that write alike differ', [tab], 'enter', [hex]],
  ])('and the end key %s', (_, before, endKey, now) => {
    expect(addReader(before, { found: hex, texts: ['04A23BC2'], endKey }).profiles).toEqual(now);
  });

  it('with the end key of the gym where it sends the same, and without where it does not', () => {
    const profilesWith = (endKey: EndKey) =>
      addReader([tab], { found: padded, texts: ['0412268238'], endKey }).profiles.map(({ endKey }) => endKey);
    expect(profilesWith('tab')).toEqual(['tab', 'tab']);
    expect(profilesWith('none')).toEqual(['tab', undefined]);
    expect(addReader([tab], { found: padded, texts: ['0412268238'], endKey: 'none' }).hasOtherEndKey).toBe(true);
  });
});

it('the prefix of passes is kept where its profile is removed', () => {
  expect(keepPassPrefix([{ ...hex, nfcPrefix: 'NFC:' }, padded], [padded])).toEqual([{ ...padded, nfcPrefix: 'NFC:' }]);
});
