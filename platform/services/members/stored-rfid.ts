/** Cards are stored as `0x` and upper case digits, so that comparison ignores case. */
export const toStoredRfid = (rfid: string): string => rfid.toUpperCase().replace(/^0X/, '0x');

/** Longest card number, in bytes. */
const maxBytes = 32;

/** A number without leading zeros in every stored form: with none to as many zero bytes as a card number may have. */
export function formsOfNumber(shortest: string): string[] {
  const digits = shortest.slice(2);
  return Array.from({ length: maxBytes - digits.length / 2 + 1 }, (_, zeros) => `0x${'00'.repeat(zeros)}${digits}`);
}

/**
 * Converts a card number of the gym interface to the stored form. It is hex with `0x` (an odd number of digits gets a
 * leading zero), or decimal, which is read as a big-endian number of the fewest bytes.
 */
export function readRfid(sent: string): { rfid: string; isDecimal: boolean } {
  const isDecimal = !sent.startsWith('0x');
  const digits = isDecimal ? BigInt(sent).toString(16) : sent.slice(2);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return { rfid: toStoredRfid(`0x${even}`), isDecimal };
}
