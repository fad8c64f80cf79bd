/** Cards are kept as `0x` and upper case digits, and so compared without regard to case. */
export const toStoredRfid = (rfid: string): string => rfid.toUpperCase().replace(/^0X/, '0x');

/** The same number without zero bytes in front: how a card is kept that came as a decimal number. */
export const withoutLeadingZeros = (stored: string): string => stored.replace(/^0x(?:00)+(?=..)/, '0x');

/**
 * The stored form of a number as the gym interface is sent it: hex with `0x`, of an odd length with a zero in front, or
 * decimal, which is the big-endian number of the fewest bytes.
 */
export function readRfid(sent: string): { rfid: string; isDecimal: boolean } {
  const isDecimal = !sent.startsWith('0x');
  const digits = isDecimal ? BigInt(sent).toString(16) : sent.slice(2);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return { rfid: toStoredRfid(`0x${even}`), isDecimal };
}
