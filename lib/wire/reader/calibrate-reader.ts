import { hexDigits, isPaddedDecimal, readCard, wiegandDigits } from './card-number.ts';
import { cardByteLengths } from './card-widths.ts';
import type { ReaderProfile } from './reader-profile.ts';

const formats = ['hex', 'decimal', 'wiegand26'] as const satisfies readonly ReaderProfile['format'][];
const byteOrders = ['asRead', 'reversed'] as const satisfies readonly ReaderProfile['byteOrder'][];
const longestPrefix = 16;

/** A card with a known number, and the text that the reader sent for it. */
export interface ReadOfKnownCard {
  scanned: string;
  /** The numbers that the card may have: several where they are known in decimal, without the byte order. */
  rfids: readonly string[];
}

/**
 * The profiles that read all of these cards correctly, with what else the texts prove: a prefix, leading zeros, a
 * comma. None: it was another card, or the reader sends only a part of the number. Several: the cards read the same
 * under each, so that another card decides.
 */
export function findProfiles(known: readonly ReadOfKnownCard[]): ReaderProfile[] {
  const texts = known.map(({ scanned }) => scanned.trim());
  for (const prefix of prefixesOf(texts)) {
    const numbers = texts.map((text) => text.slice(prefix.length));
    const found = profilesThatReadAll(known.map((card, index) => ({ ...card, scanned: numbers[index] ?? '' })));
    if (found.length > 0) {
      return found.map((profile) => ({ ...proven(profile, numbers), ...(prefix !== '' && { prefix }) }));
    }
  }
  return [];
}

/**
 * None first, then the beginnings that all texts share and that may stand before a number. `0x` belongs to the prefix. What
 * might be the first digits of the number itself does not: then the known number is only a part of it, as an earlier
 * reader sent it.
 */
function prefixesOf([first = '', ...others]: readonly string[]): string[] {
  if (/^0x/i.test(first)) return [''];
  const beginnings = Array.from({ length: Math.min(longestPrefix, first.length - 1) }, (_, index) =>
    first.slice(0, index + 1),
  );
  const shared = beginnings.filter(
    (prefix) => /^\S*[^\d\s]\S*$/.test(prefix) && others.every((text) => text.startsWith(prefix)),
  );
  const isBeforeNumber = (prefix: string) =>
    [first, ...others].every((text) => !/^0x/i.test(text.slice(prefix.length)) && !endsInDigits(prefix, text));
  return ['', ...shared.filter(isBeforeNumber)];
}

/** Whether the end of a prefix and what follows it may together be the hex digits of a card. */
function endsInDigits(prefix: string, text: string): boolean {
  return [...prefix].some((_, index) => {
    const digits = hexDigits(text.slice(index));
    return digits !== null && cardByteLengths.some((width) => width * 2 === digits.length);
  });
}

/** Adds to a profile what the texts of cards prove. */
function proven(profile: ReaderProfile, texts: readonly string[]): ReaderProfile {
  const isPadded = mayBePadded(profile, texts) && texts.some((text) => text.startsWith('0'));
  const hasComma = profile.format === 'wiegand26' && texts.every((text) => text.includes(','));
  return { ...profile, ...(isPadded && { isPadded }), ...(hasComma && { hasComma }) };
}

/** Whether all these numbers are as long as those with leading zeros, so that the reader may always send them. */
export function mayBePadded(profile: ReaderProfile, texts: readonly string[]): boolean {
  const isFull = (text: string) =>
    profile.format === 'decimal' ? isPaddedDecimal(text, profile) : text.length === wiegandDigits;
  return profile.format !== 'hex' && texts.every(isFull);
}

/** The profiles that read all of these cards correctly. */
function profilesThatReadAll([first, ...others]: readonly ReadOfKnownCard[]): ReaderProfile[] {
  const profiles = first ? profilesThatRead(first.scanned, first.rfids) : [];
  return profiles.filter((profile) => others.every(({ scanned, rfids }) => reads(scanned, rfids, profile)));
}

/**
 * The profiles that read `scanned` as one of the numbers of a card. A fixed width is offered only where it does not
 * follow from the number of digits.
 */
export function profilesThatRead(scanned: string, rfids: readonly string[]): ReaderProfile[] {
  return formats.flatMap((format) =>
    byteOrders.flatMap((byteOrder) => {
      const anyWidth: ReaderProfile = { format, byteOrder, byteLength: 'auto' };
      if (reads(scanned, rfids, anyWidth)) return [anyWidth];
      return cardByteLengths
        .map((byteLength): ReaderProfile => ({ format, byteOrder, byteLength }))
        .filter((profile) => profile.format !== 'wiegand26' && reads(scanned, rfids, profile));
    }),
  );
}

function reads(scanned: string, rfids: readonly string[], profile: ReaderProfile): boolean {
  const reading = readSent(scanned, profile);
  return reading.kind === 'card' && rfids.some((rfid) => reading.rfid === plainNumber(rfid));
}

/** Reads what a reader with this profile has sent: hex digits may follow on `0x`. */
export function readSent(text: string, profile: ReaderProfile): ReturnType<typeof readCard> {
  const isPlainHex = profile.format === 'hex' && profile.prefix === undefined;
  return readCard(isPlainHex ? text.trim().replace(/^0x/i, '') : text.trim(), profile);
}

const plainNumber = (rfid: string): string => `0x${(hexDigits(rfid.replace(/^0x/i, '')) ?? '').toUpperCase()}`;
