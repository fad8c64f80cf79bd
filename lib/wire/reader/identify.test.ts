import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#shared/testing/any-character.ts';
import { identify } from './identify.ts';
import { defaultReaderProfile, type ReaderProfile } from './reader-profile.ts';

const hex = defaultReaderProfile;
const hexReversed: ReaderProfile = { format: 'hex', byteOrder: 'reversed', byteLength: 'auto' };
const decimal: ReaderProfile = { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' };
const decimalReversed: ReaderProfile = { format: 'decimal', byteOrder: 'reversed', byteLength: 4 };
const wiegand: ReaderProfile = { format: 'wiegand26', byteOrder: 'asRead', byteLength: 'auto' };
const withPrefix: ReaderProfile = { ...hex, nfcPrefix: 'NFC:' };

const rfid = (number: string) => ({ kind: 'rfid', rfid: number });
const unreadable = (reason: string) => ({ kind: 'unreadable', reason });

describe('a scan is read by the profile of the location', () => {
  it.each([
    ['04:a2:3b:c2:1c:26:80', hex, '0x04A23BC21C2680'],
    ['04A23BC21C2680', hex, '0x04A23BC21C2680'],
    ['04-a2-3b-c2', hex, '0x04A23BC2'],
    ['0x04a23bc21c2680', hex, '0x04A23BC21C2680'],
    ['0x04A2 3BC2 1C26 80', hex, '0x04A23BC21C2680'],
    ['\u000204A23BC2\u0003\r\n', hex, '0x04A23BC2'],
    ['E004010012345678', hex, '0xE004010012345678'],
    ['80261cc23ba204', hexReversed, '0x04A23BC21C2680'],
    ['0x80261cc23ba204', hexReversed, '0x04A23BC21C2680'],
    ['AB12CD', { ...hex, byteLength: 3 }, '0xAB12CD'],
    ['0563537489', decimalReversed, '0x51E69621'],
    ['3220338716', decimalReversed, '0x1C78F2BF'],
    ['1904649758', decimalReversed, '0x1EA68671'],
    ['0013961168', decimal, '0x00D507D0'],
    ['13961168', decimal, '0x00D507D0'],
    ['01304277450237568', decimal, '0x04A23BC21C2680'],
    ['0x04A23BC2', decimalReversed, '0x04A23BC2'],
    ['123,45678', wiegand, '0x7BB26E'],
    ['12345678', wiegand, '0x7BB26E'],
    ['2302000', wiegand, '0x1707D0'],
    ['7,42', wiegand, '0x07002A'],
  ] as const)('%j', (text, profile, number) => {
    expect(identify(text, 'scan', [profile])).toEqual(rfid(number));
  });
});

describe('a scan that is no card', () => {
  it.each([
    // no reader with leading zeros sends more than the largest number of 4 bytes
    ['9200000000', { ...decimal, isPadded: true }, { kind: 'membershipId', membershipId: '9200000000' }],
    ['M-10442', hex, { kind: 'membershipId', membershipId: 'M-10442' }],
    ['4012345678901', hex, { kind: 'membershipId', membershipId: '4012345678901' }],
    ['B123456', hex, { kind: 'membershipId', membershipId: 'B123456' }],
    ['M-10442', decimal, { kind: 'membershipId', membershipId: 'M-10442' }],
    ['lena.vogt+gym@example.com', hex, { kind: 'email', email: 'lena.vogt+gym@example.com' }],
    ['r&d@example.xn--p1ai', hex, { kind: 'email', email: 'r&d@example.xn--p1ai' }],
    ['deadbeefcafebabe', hex, { kind: 'nfc', token: 'deadbeefcafebabe' }],
    ['8f14e45fceea167a5a36dedd4bea2543', decimal, { kind: 'nfc', token: '8f14e45fceea167a5a36dedd4bea2543' }],
    ['NFC:04A23BC2', withPrefix, { kind: 'nfc', token: '04A23BC2' }],
  ] as const)('%j', (text, profile, expected) => {
    expect(identify(text, 'scan', [profile])).toEqual(expected);
  });
});

describe('a scan that cannot be read says why', () => {
  it.each([
    ['', hex, 'empty'],
    [' \r\n', hex, 'empty'],
    ['NFC:', withPrefix, 'empty'],
    ['04A23BC21C268', hex, 'oddDigits'],
    ['0x04A', hex, 'oddDigits'],
    ['04A23BC21C26', hex, 'wrongLength'],
    ['04A23BC21C2680', { ...hex, byteLength: 4 }, 'wrongLength'],
    ['0x', hex, 'notHex'],
    ['0x04G2', hex, 'notHex'],
    [`0x${'AB'.repeat(33)}`, hex, 'tooLong'],
    ['123456789012345678', decimal, 'tooLong'],
    ['12345678901', { ...decimal, byteLength: 4 }, 'tooLong'],
    ['4294967296', decimal, 'outOfRange'],
    ['72057594037927936', decimal, 'outOfRange'],
    ['256,00001', wiegand, 'outOfRange'],
    ['25565536', wiegand, 'outOfRange'],
    ['123456789', wiegand, 'tooLong'],
    [`a1${'b'.repeat(511)}`, hex, 'tooLong'],
    ['anna@', hex, 'notAnEmail'],
    ['hello', hex, 'notACard'],
  ] as const)('%j', (text, profile, reason) => {
    expect(identify(text, 'scan', [profile])).toMatchObject({ ...unreadable(reason), raw: text });
  });

  it('names the keyboard layout and does not translate the text', () => {
    expect(identify('à\'qé"bcé&cé-_à', 'scan', [hex])).toEqual({
      kind: 'unreadable',
      reason: 'keyboardLayout',
      layout: 'French AZERTY',
      raw: 'à\'qé"bcé&cé-_à',
    });
    expect(identify(')@!#(^!!^*', 'scan', [decimal])).toMatchObject({ layout: 'English with Shift held' });
  });
});

describe('text typed by a person', () => {
  it.each([
    ['  anna vogt ', hex, { kind: 'name', name: 'anna vogt' }],
    ['Ada', hex, { kind: 'name', name: 'Ada' }],
    ['Schwarzenberger-Müller', hex, { kind: 'name', name: 'Schwarzenberger-Müller' }],
    ['anna@example.com', hex, { kind: 'email', email: 'anna@example.com' }],
    ['M-10442', hex, { kind: 'membershipId', membershipId: 'M-10442' }],
    ['10442', decimal, { kind: 'membershipId', membershipId: '10442' }],
    ['12345678', hex, { kind: 'membershipId', membershipId: '12345678' }],
    ['B1234567', hex, { kind: 'membershipId', membershipId: 'B1234567' }],
    ['04a23bc21c2680', hex, rfid('0x04A23BC21C2680')],
    ['04 a2 3b c2', hex, rfid('0x04A23BC2')],
    ['0x51E69621', decimalReversed, rfid('0x51E69621')],
    ['51E69621', hexReversed, rfid('0x51E69621')],
    ['0563537489', decimalReversed, rfid('0x51E69621')],
    ['213,02000', wiegand, rfid('0xD507D0')],
    ['deadbeefcafebabe', hex, { kind: 'nfc', token: 'deadbeefcafebabe' }],
  ] as const)('%j', (text, profile, expected) => {
    expect(identify(text, 'typed', [profile])).toEqual(expected);
  });

  it('counts as a wrong keyboard layout only if it cannot be a name', () => {
    expect(identify('fédéçà', 'typed', [hex])).toEqual({ kind: 'name', name: 'fédéçà' });
    expect(identify('à\'"é(§è!çà', 'typed', [hex])).toMatchObject({ layout: 'Belgian AZERTY' });
  });
});

describe('for every card', () => {
  const bytes = (length: 4 | 7) => fc.uint8Array({ minLength: length, maxLength: length });
  const card = fc.oneof(bytes(4), bytes(7));
  const digits = (card: Uint8Array) => Buffer.from(card).toString('hex');
  const platformNumber = (card: Uint8Array) => rfid(`0x${digits(card).toUpperCase()}`);

  it('the notation does not change the number', () => {
    fc.assert(
      fc.property(card, fc.constantFrom('', ':', '-', ' '), fc.boolean(), (card, separator, upper) => {
        const written = (digits(card).match(/../g) ?? []).join(separator);
        expect(identify(upper ? written.toUpperCase() : written, 'scan', [hex])).toEqual(platformNumber(card));
        expect(identify(`0x${written}`, 'scan', [hex])).toEqual(platformNumber(card));
      }),
    );
  });

  it('a reader that sends the last byte first reads the same card', () => {
    fc.assert(
      fc.property(card, (card) => {
        expect(identify(digits(card.toReversed()), 'scan', [hexReversed])).toEqual(platformNumber(card));
      }),
    );
  });

  it('a decimal reader reads the same card, in either byte order, however wide', () => {
    fc.assert(
      fc.property(card, fc.boolean(), fc.boolean(), (card, isReversed, isPadded) => {
        const value = BigInt(`0x${digits(isReversed ? card.toReversed() : card)}`).toString();
        const byteLength = card.length === 4 ? 4 : 7;
        const profile = { format: 'decimal', byteOrder: isReversed ? 'reversed' : 'asRead', byteLength } as const;
        const written = isPadded ? value.padStart(byteLength === 4 ? 10 : 17, '0') : value;
        expect(identify(written, 'scan', [profile])).toEqual(platformNumber(card));
      }),
    );
  });

  it('any text is identified without an error, and values sent to the platform have its format', () => {
    const anyProfile = fc.constantFrom(hex, hexReversed, decimal, decimalReversed, wiegand, withPrefix);
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFx:- ,@.'), maxLength: 80 }),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom('scan' as const, 'typed' as const), anyProfile, (text, source, profile) => {
        const identified = identify(text, source, [profile]);
        if (identified.kind === 'rfid') expect(identified.rfid).toMatch(/^0x([0-9A-F]{2}){1,32}$/);
        if (identified.kind === 'nfc') expect(identified.token).not.toBe('');
        if (identified.kind === 'membershipId') expect(identified.membershipId).not.toMatch(/\s/);
        if (identified.kind === 'name') expect(source).toBe('typed');
      }),
      { numRuns: 300 },
    );
  });
});
