import { type CardNumber, decimalDigits, readCard } from './card-number.ts';
import { type CardByteLength, cardByteLengths } from './card-widths.ts';
import type { ReaderProfile } from './reader-profile.ts';

const fewestDigits = 6;
const byteOrders = ['asRead', 'reversed'] as const satisfies readonly ReaderProfile['byteOrder'][];

/**
 * The card numbers that a text of digits may mean, whatever the readers of the location send: for a person who holds the
 * card and compares. A decimal number with all its digits is taken for nothing else.
 */
export function possibleNumbers(text: string): CardNumber[] {
  const decimals = /^\d+$/.test(text) ? numbersIn(text, [{ format: 'decimal', byteLength: widthOf(text) }]) : [];
  if (text.length < fewestDigits) return [];
  if (isFullDecimal(text) && decimals.length > 0) return decimals;
  const hexWidth = cardByteLengths.find((width) => width * 2 === text.length);
  const isHex = hexWidth !== undefined && /[a-f]/i.test(text);
  return [
    ...new Set([
      ...(isHex ? numbersIn(text, [{ format: 'hex', byteLength: hexWidth }]) : decimals),
      ...numbersIn(text, [{ format: 'wiegand26', byteLength: 'auto' }]),
    ]),
  ];
}

const numbersIn = (text: string, writings: readonly Omit<ReaderProfile, 'byteOrder'>[]): CardNumber[] => [
  ...new Set(
    writings.flatMap((writing) =>
      byteOrders.flatMap((byteOrder) => {
        const reading = readCard(text, { ...writing, byteOrder });
        return reading.kind === 'card' ? [reading.rfid] : [];
      }),
    ),
  ),
];

/** The usual width of a decimal number with this many digits. */
function widthOf(text: string): CardByteLength {
  const exact = cardByteLengths.find(
    (width) => decimalDigits(width) === text.length && BigInt(text) < 2n ** BigInt(width * 8),
  );
  return exact ?? ([4, 7, 8, 10] as const).find((width) => BigInt(text) < 2n ** BigInt(width * 8)) ?? 10;
}

const isFullDecimal = (text: string): boolean =>
  [4, 5, 7, 8, 10].some((width) => text.length === decimalDigits(width as CardByteLength)); // safe because: all are widths of cards
