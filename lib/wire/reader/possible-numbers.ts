import { type CardNumber, decimalDigits, readCard } from './card-number.ts';
import { type CardByteLength, cardByteLengths } from './card-widths.ts';
import type { ReaderProfile } from './reader-profile.ts';

const fewestDigits = 6;
/** A number of 3 bytes has as many decimal digits as one of 4 bytes has hex digits: its length does not prove it complete. */
const widthsOfWholeDecimals = [4, 5, 7, 8, 10] as const satisfies readonly CardByteLength[];
/** The widths to which shorter decimal numbers usually belong. */
const usualWidths = [4, 7, 8, 10] as const satisfies readonly CardByteLength[];

/**
 * The card numbers that digits may mean, whatever the readers of the location send, in both byte orders: for a person
 * who holds the card and compares. A decimal number with all its digits is taken for nothing else.
 */
export function possibleNumbers(text: string): CardNumber[] {
  if (text.length < fewestDigits) return [];
  const decimals = decimalsOf(text);
  const isWhole = widthsOfWholeDecimals.some((width) => text.length === decimalDigits(width));
  if (isWhole && decimals.length > 0) return decimals;
  return [
    ...new Set([...hexOf(text), ...decimals, ...inBothOrders(text, { format: 'wiegand26', byteLength: 'auto' })]),
  ];
}

function decimalsOf(text: string): CardNumber[] {
  if (!/^\d+$/.test(text)) return [];
  const fits = (width: CardByteLength) => BigInt(text) < 2n ** BigInt(width * 8);
  const whole = cardByteLengths.find((width) => text.length === decimalDigits(width) && fits(width));
  const byteLength = whole ?? usualWidths.find(fits);
  return byteLength === undefined ? [] : inBothOrders(text, { format: 'decimal', byteLength });
}

/** Only with a letter: digits alone are rather a decimal number. */
function hexOf(text: string): CardNumber[] {
  const byteLength = cardByteLengths.find((width) => width * 2 === text.length);
  return byteLength === undefined || !/[a-f]/i.test(text) ? [] : inBothOrders(text, { format: 'hex', byteLength });
}

const inBothOrders = (text: string, writing: Omit<ReaderProfile, 'byteOrder'>): CardNumber[] => {
  const readings = (['asRead', 'reversed'] as const).map((byteOrder) => readCard(text, { ...writing, byteOrder }));
  return [...new Set(readings.flatMap((reading) => (reading.kind === 'card' ? [reading.rfid] : [])))];
};
