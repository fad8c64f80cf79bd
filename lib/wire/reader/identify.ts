import { emailAddress } from '#contracts/v2/primitives.ts';
import {
  type CardNumber,
  cardNumber,
  hexDigits,
  isCardWidth,
  isPaddedDecimal,
  readCard,
  readCardBy,
} from './card-number.ts';
import { type KeyboardLayout, misreadingLayout } from './keyboard-layout.ts';
import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';
import { isOneNumber, isTwoNumbers, typedHexDigits } from './typed-text.ts';

/** `scan`: a burst from a reader. `typed`: text a person entered, or a row they chose. */
export type ScanSource = 'scan' | 'typed';

export type Identified =
  | { kind: 'rfid'; rfid: CardNumber }
  | { kind: 'nfc'; token: string }
  | { kind: 'email'; email: string }
  /** Also a barcode: the directory knows both, the platform is searched by membership id only. */
  | { kind: 'membershipId'; membershipId: string }
  /** Only from typed text: searched in the directory, never at the platform. */
  | { kind: 'name'; name: string }
  | Unreadable;

export type Unreadable = { kind: 'unreadable'; raw: string } & (
  | { reason: 'empty' | 'oddDigits' | 'wrongLength' | 'tooLong' | 'outOfRange' | 'notHex' | 'notAnEmail' | 'notACard' }
  | { reason: 'keyboardLayout'; layout: KeyboardLayout }
);
export type UnreadableReason = Unreadable['reason'];

const longestCardDigits = 64;
const longestToken = 512;
const longestMembershipId = 255;
const shortestToken = 16;

/**
 * Classifies scanned or typed text. Control characters and surrounding spaces are ignored. The first matching row
 * decides, so that a value is looked up once, in one meaning:
 *
 * | | text | scanned | typed |
 * |-|------|---------|-------|
 * | 1 | nothing | unreadable `empty` | same |
 * | 2 | begins with the location's wallet pass prefix | pass: the rest | same |
 * | 3 | begins with the prefix of a reader, and the rest is a number in its format | card | – |
 * | 4 | digits turned into symbols by a keyboard layout | unreadable `keyboardLayout` | same, unless it could be a name |
 * | 5 | contains `@` | e-mail, or unreadable `notAnEmail` | same |
 * | 6 | begins with `0x` | card, in the byte order of the location's hex readers | card, as written |
 * | 7 | a number in the location's decimal or Wiegand format | card | card, if padded (10 or 17 digits) or with a comma |
 * | 8 | hex digits, plain or in pairs, as many as a card has | card, if the location reads hex | card, as written, unless it is a word, or looks like a membership id (`12345678`, `B1234567`) |
 * | 9 | 16 or more characters, a letter among them, and a digit unless all are hex; no space | pass | same |
 * | 10 | 7 or more hex digits, a letter among them | unreadable `oddDigits` or `wrongLength`, if the location reads hex | – |
 * | 11 | a digit, no space | membership id or barcode | same |
 * | 12 | anything else | unreadable `notACard` | name |
 *
 * Row 10 excludes one letter followed by decimal digits (`B123456`): membership ids have this form.
 */
export function identify(raw: string, source: ScanSource, profiles: ReaderProfiles): Identified {
  const text = withoutControlCharacters(raw);
  if (text === '') return { kind: 'unreadable', reason: 'empty', raw };

  const nfcPrefix = profiles.find(({ nfcPrefix }) => nfcPrefix && text.startsWith(nfcPrefix))?.nfcPrefix;
  if (nfcPrefix !== undefined) return pass(text.slice(nfcPrefix.length).trim(), raw);
  const prefixed = source === 'scan' ? prefixedCard(text, profiles) : null;
  if (prefixed) return prefixed;
  const layout = source === 'scan' || !isNameLike(text) ? misreadingLayout(text) : null;
  if (layout) return { kind: 'unreadable', reason: 'keyboardLayout', layout, raw };
  if (text.includes('@')) return email(text, raw);
  if (/^0x/i.test(text)) return prefixedHex(text.slice(2), source, profiles, raw);

  const card = source === 'scan' ? scannedCard(text, profiles, raw) : typedCard(text, profiles);
  if (card) return card;
  if (isToken(text)) return pass(text, raw);
  if (source === 'scan' && profiles.some(isHex) && isBrokenHex(text)) {
    const digits = hexDigits(text) ?? text;
    return { kind: 'unreadable', reason: digits.length % 2 === 1 ? 'oddDigits' : 'wrongLength', raw };
  }
  if (isOneNumber(text)) return membershipId(text, raw);
  return source === 'typed' ? { kind: 'name', name: text } : { kind: 'unreadable', reason: 'notACard', raw };
}

function isNameLike(text: string): boolean {
  return /^[\p{L}\p{M}\s'’.-]+$/u.test(text);
}

/** Readers may add framing characters (STX, ETX, CR, LF, TAB). */
export function withoutControlCharacters(raw: string): string {
  return raw.replace(/\p{Cc}+/gu, ' ').trim();
}

function pass(token: string, raw: string): Identified {
  if (token === '') return { kind: 'unreadable', reason: 'empty', raw };
  if (token.length > longestToken) return { kind: 'unreadable', reason: 'tooLong', raw };
  return { kind: 'nfc', token };
}

function email(text: string, raw: string): Identified {
  const parsed = emailAddress.safeParse(text);
  return parsed.success ? { kind: 'email', email: parsed.data } : { kind: 'unreadable', reason: 'notAnEmail', raw };
}

/** Before the rows of other values, which a prefix might resemble. */
function prefixedCard(text: string, profiles: ReaderProfiles): Identified | null {
  const reading = readCardBy(
    text,
    profiles.filter(({ prefix }) => prefix !== undefined),
  );
  return reading.kind === 'card' ? { kind: 'rfid', rfid: reading.rfid } : null;
}

function prefixedHex(written: string, source: ScanSource, profiles: ReaderProfiles, raw: string): Identified {
  const digits = written.replace(/[:\- ]/g, '');
  if (!/^[0-9a-f]+$/i.test(digits)) return { kind: 'unreadable', reason: 'notHex', raw };
  if (digits.length % 2 === 1) return { kind: 'unreadable', reason: 'oddDigits', raw };
  if (digits.length > longestCardDigits) return { kind: 'unreadable', reason: 'tooLong', raw };
  const byteOrder = source === 'typed' ? 'asRead' : orderOfHex(digits, profiles.filter(isPlainHex));
  if (byteOrder === null) return { kind: 'unreadable', reason: 'wrongLength', raw };
  return { kind: 'rfid', rfid: cardNumber(digits, byteOrder) };
}

const isHex = ({ format }: ReaderProfile) => format === 'hex';
/** A reader with a prefix sends it before `0x` too. */
const isPlainHex = ({ format, prefix }: ReaderProfile) => format === 'hex' && prefix === undefined;

/** The byte order in which the hex readers send a number of this width; null where they differ and none sends it. */
function orderOfHex(digits: string, hex: ReaderProfiles): ReaderProfile['byteOrder'] | null {
  const [one, another] = new Set(hex.map(({ byteOrder }) => byteOrder));
  if (another === undefined) return one ?? 'asRead';
  return hex.find((profile) => isCardWidth(digits, profile))?.byteOrder ?? null;
}

function scannedCard(text: string, profiles: ReaderProfiles, raw: string): Identified | null {
  const reading = readCardBy(text, profiles);
  switch (reading.kind) {
    case 'card':
      return { kind: 'rfid', rfid: reading.rfid };
    case 'tooLong':
    case 'outOfRange':
      return { kind: 'unreadable', reason: reading.kind, raw };
    case 'other':
      return null;
  }
}

function typedCard(text: string, profiles: ReaderProfiles): Identified | null {
  const printed = printedCard(text, profiles);
  if (printed) return { kind: 'rfid', rfid: printed };
  const digits = typedHexDigits(text);
  const isMembershipId = /^[a-f]?\d{1,13}$/i.test(text);
  return digits === null || isMembershipId ? null : { kind: 'rfid', rfid: cardNumber(digits) };
}

/** A card number in the format printed on the card itself, without a prefix; null where two readers differ about it. */
function printedCard(text: string, profiles: ReaderProfiles): CardNumber | null {
  const [one, another] = new Set(
    profiles
      .filter((profile) => isPrintedNumber(text, profile))
      .map(({ prefix: _, ...profile }) => readCard(text, profile))
      .flatMap((reading) => (reading.kind === 'card' ? [reading.rfid] : [])),
  );
  return another === undefined ? (one ?? null) : null;
}

function isPrintedNumber(text: string, profile: ReaderProfile): boolean {
  switch (profile.format) {
    case 'hex':
      return false;
    case 'decimal':
      return isPaddedDecimal(text, profile);
    case 'wiegand26':
      return isTwoNumbers(text);
  }
}

function isToken(text: string): boolean {
  if (text.length < shortestToken || /\s/.test(text) || !/[a-z]/i.test(text)) return false;
  return /\d/.test(text) || /^[0-9a-f]+$/i.test(text);
}

function isBrokenHex(text: string): boolean {
  const digits = hexDigits(text);
  return digits !== null && digits.length >= 7 && /[a-f]/i.test(digits) && !/^[a-f]\d+$/i.test(text);
}

function membershipId(text: string, raw: string): Identified {
  if (text.length > longestMembershipId) return { kind: 'unreadable', reason: 'tooLong', raw };
  return { kind: 'membershipId', membershipId: text };
}
