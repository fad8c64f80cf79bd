import { decimalDigits, isCardWidth, paddedDigits, wiegandDigits } from './card-number.ts';
import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';

/** Two ways of writing that a text may have, so that it could be read as two cards. */
export interface Ambiguity {
  profiles: readonly [ReaderProfile, ReaderProfile];
  /** Such a text. */
  example: string;
}

/** For each position of a text, the characters that may stand there. */
type Shape = readonly string[];

const decimals = '0123456789';
const hexes = `${decimals}abcdefABCDEF`;
const longestHexBytes = 10;

/** The first two profiles that a text may belong to both; null where each text has at most one. */
export function findAmbiguity(profiles: ReaderProfiles): Ambiguity | null {
  for (const [index, one] of profiles.entries()) {
    for (const other of profiles.slice(index + 1)) {
      const example =
        commonTextOf(shapesOf(one), shapesOf(other)) ?? passBetween(one, other) ?? passBetween(other, one);
      if (example !== null) return { profiles: [one, other], example };
    }
  }
  return null;
}

function commonTextOf(ones: readonly Shape[], others: readonly Shape[]): string | null {
  for (const one of ones) {
    for (const other of others) {
      const text = one.length === other.length ? overlapOf(one, other) : null;
      if (text !== null) return text;
    }
  }
  return null;
}

/** A card number of `card` that begins like a pass of `pass`. */
function passBetween({ nfcPrefix }: ReaderProfile, card: ReaderProfile): string | null {
  if (nfcPrefix === undefined) return null;
  const beginning = [...nfcPrefix];
  for (const shape of shapesOf(card)) {
    if (shape.length < beginning.length) continue;
    const text = overlapOf(shape, [...beginning, ...shape.slice(beginning.length)]);
    if (text !== null) return text;
  }
  return null;
}

/** A text of both shapes, which have the same length; null where there is none. */
function overlapOf(one: Shape, other: Shape): string | null {
  let open = 0;
  const text = one.map((may, index) => {
    const common = [...may].filter((character) => other[index]?.includes(character));
    if (common.length < 2) return common[0];
    const counted = decimals.charAt(open % decimals.length);
    open += 1;
    return common.includes(counted) ? counted : common[0];
  });
  return text.includes(undefined) ? null : text.join('');
}

/** The shapes of all texts that a reader with this profile may send. */
function shapesOf(profile: ReaderProfile): Shape[] {
  const prefix = [...(profile.prefix ?? '')];
  return shapesOfNumber(profile).map((shape) => [...prefix, ...shape]);
}

function shapesOfNumber(profile: ReaderProfile): Shape[] {
  switch (profile.format) {
    case 'hex':
      return hexWidths(profile).flatMap((bytes) => shapesOfHex(bytes, profile));
    case 'decimal':
      return profile.isPadded
        ? paddedDigits(profile).map(digits)
        : upTo(profile.byteLength === 'auto' ? decimalDigits(7) : decimalDigits(profile.byteLength)).map(digits);
    case 'wiegand26':
      return [
        ...(profile.hasComma ? [] : profile.isPadded ? [digits(wiegandDigits)] : upTo(wiegandDigits).map(digits)),
        ...upTo(3).flatMap((facility) =>
          upTo(5).flatMap((number) =>
            [[','], [',', ' ']].map((comma) => [...digits(facility), ...comma, ...digits(number)]),
          ),
        ),
      ];
  }
}

const digits = (length: number): Shape => Array<string>(length).fill(decimals);
const upTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);

/** The widths in bytes of the numbers that this profile reads. */
const hexWidths = (profile: ReaderProfile): number[] =>
  upTo(longestHexBytes).filter((bytes) => isCardWidth(numberOf(bytes, profile), profile));

/** Numbers of 8 bytes begin with E0 where the width is automatic, or end with it. */
function numberOf(bytes: number, { byteOrder }: ReaderProfile): string {
  const rest = '00'.repeat(bytes - 1);
  return byteOrder === 'reversed' ? `${rest}E0` : `E0${rest}`;
}

function shapesOfHex(bytes: number, { byteLength, byteOrder }: ReaderProfile): Shape[] {
  const pairs = upTo(bytes).map((): Shape => [hexes, hexes]);
  const isMarked = byteLength === 'auto' && bytes === 8;
  if (isMarked) pairs[byteOrder === 'reversed' ? bytes - 1 : 0] = ['eE', '0'];
  const between = (separator: string) => pairs.flatMap((pair, index) => (index === 0 ? pair : [separator, ...pair]));
  const inFours = pairs.flatMap((pair, index) => (index > 0 && index % 2 === 0 ? [' ', ...pair] : pair));
  return [pairs.flat(), ...[':', '-', ' '].map(between), ...(bytes > 2 ? [inFours] : [])];
}
