import type { CardByteLength } from './card-widths.ts';
import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';

/** A card number as the platform writes it: `0x` and upper-case hex digits, two per byte. */
export type CardNumber = `0x${string}`;

type CardReading =
  | { kind: 'card'; rfid: CardNumber }
  | { kind: 'tooLong' }
  | { kind: 'outOfRange' }
  /** Not a number in the format of this location. */
  | { kind: 'other' };

/** Parses what a card reader of a location with these profiles sent. */
export function readCardBy(text: string, profiles: ReaderProfiles): CardReading {
  const readings = profiles.map((profile) => readCard(text, profile));
  const isKind = (test: (kind: CardReading['kind']) => boolean) => readings.find(({ kind }) => test(kind));
  return isKind((kind) => kind === 'card') ?? isKind((kind) => kind !== 'other') ?? { kind: 'other' };
}

/** Parses what a card reader with this profile sent. */
export function readCard(text: string, profile: ReaderProfile): CardReading {
  const { prefix = '' } = profile;
  if (!text.startsWith(prefix)) return { kind: 'other' };
  const number = text.slice(prefix.length);
  switch (profile.format) {
    case 'hex':
      return readHex(number, profile);
    case 'decimal':
      return readDecimal(number, profile);
    case 'wiegand26':
      return readWiegand26(number, profile);
  }
}

/** The hex digits of `04a23b`, `04:a2:3b`, `04-A2-3B` or `04A2 3BC2 1C26 80`; null for anything else. */
export function hexDigits(text: string): string | null {
  const isPairs = /^[0-9a-f]{2}([:\- ])[0-9a-f]{2}(?:\1[0-9a-f]{2})+$/i.test(text);
  const isFours = /^(?:[0-9a-f]{4} )+[0-9a-f]{2}(?:[0-9a-f]{2})?$/i.test(text);
  if (isPairs || isFours) return text.replace(/[:\- ]/g, '');
  return /^[0-9a-f]+$/i.test(text) ? text : null;
}

/**
 * Whether this many hex digits make a card number at a location with this profile. `auto` accepts 4, 7 and 10 bytes,
 * and 8 where they start with E0, as every ISO 15693 identifier does: other texts of 16 hex digits are wallet passes.
 */
export function isCardWidth(digits: string, profile: ReaderProfile): boolean {
  if (profile.byteLength !== 'auto') return digits.length === profile.byteLength * 2;
  const firstByte = profile.byteOrder === 'reversed' ? digits.slice(-2) : digits.slice(0, 2);
  return [8, 14, 20].includes(digits.length) || (digits.length === 16 && firstByte.toUpperCase() === 'E0');
}

/** Whether a decimal number has all the digits to which card numbers of this profile are padded. */
export function isPaddedDecimal(text: string, profile: ReaderProfile): boolean {
  return /^\d+$/.test(text) && paddedDigits(profile).includes(text.length);
}

/** The digits of decimal numbers with leading zeros, one for each width of this profile. */
export const paddedDigits = ({ byteLength }: ReaderProfile): number[] =>
  (byteLength === 'auto' ? autoDecimalWidths : [byteLength]).map(decimalDigits);

/** Formats an even number of hex digits as the platform does. */
export function cardNumber(digits: string, byteOrder: ReaderProfile['byteOrder'] = 'asRead'): CardNumber {
  const bytes = digits.toUpperCase().match(/../g) ?? [];
  return `0x${(byteOrder === 'reversed' ? bytes.toReversed() : bytes).join('')}`;
}

/** For display: `0x04A2 3BC2 1C26 80`. */
export function displayCardNumber(rfid: string): string {
  return `0x${(rfid.replace(/^0x/i, '').match(/.{1,4}/g) ?? []).join(' ')}`;
}

/** The same for any scan: only a card number, or the beginning of one, is grouped. */
export const displayScan = (text: string): string => (/^0x[\da-f]+$/i.test(text) ? displayCardNumber(text) : text);

/** The number of decimal digits of the largest card number of this width. */
export function decimalDigits(byteLength: CardByteLength): number {
  return largest(byteLength).toString().length;
}

/** Digits of Wiegand 26: three of the facility, five of the number. */
export const wiegandDigits = 8;
const autoDecimalWidths = [4, 7] as const satisfies readonly CardByteLength[];

function readHex(text: string, profile: ReaderProfile): CardReading {
  const digits = hexDigits(text);
  if (digits === null || !isCardWidth(digits, profile)) return { kind: 'other' };
  return { kind: 'card', rfid: cardNumber(digits, profile.byteOrder) };
}

function readDecimal(text: string, profile: ReaderProfile): CardReading {
  if (!/^\d+$/.test(text)) return { kind: 'other' };
  if (profile.isPadded && !isPaddedDecimal(text, profile)) return { kind: 'other' };
  const byteLength = profile.byteLength === 'auto' ? (text.length <= decimalDigits(4) ? 4 : 7) : profile.byteLength;
  if (text.length > decimalDigits(byteLength)) return { kind: 'tooLong' };
  const value = BigInt(text);
  // with leading zeros, every number that the reader sends is in range: this one is a membership id or a barcode
  if (value > largest(byteLength)) return { kind: profile.isPadded ? 'other' : 'outOfRange' };
  return { kind: 'card', rfid: cardNumber(hexOf(value, byteLength), profile.byteOrder) };
}

function readWiegand26(text: string, profile: ReaderProfile): CardReading {
  const isPlain = /^\d+$/.test(text);
  const isOfAnother = isPlain && (profile.hasComma || (profile.isPadded && text.length !== wiegandDigits));
  if (isOfAnother) return { kind: 'other' };
  if (isPlain && text.length > wiegandDigits) return { kind: 'tooLong' };
  // Without a comma, the leading zeros that a reader omits belong to the facility.
  const written = isPlain ? text.padStart(wiegandDigits, '0').replace(/.{5}$/, ',$&') : text;
  const [, facility, number] = /^(\d{1,3}), ?(\d{1,5})$/.exec(written) ?? [];
  if (facility === undefined || number === undefined) return { kind: 'other' };
  if (BigInt(facility) > 0xffn || BigInt(number) > 0xffffn) return { kind: 'outOfRange' };
  return { kind: 'card', rfid: cardNumber(hexOf(BigInt(facility), 1) + hexOf(BigInt(number), 2), profile.byteOrder) };
}

function largest(byteLength: CardByteLength): bigint {
  return (1n << BigInt(byteLength * 8)) - 1n;
}

function hexOf(value: bigint, byteLength: number): string {
  return value.toString(16).padStart(byteLength * 2, '0');
}
