import { z } from 'zod';

const longestNumber = 2n ** 256n;

/** A card number as clients send it: hex with `0x`, of any length, or decimal. At most 32 bytes either way. */
export const rfidAsSent = z
  .string()
  .trim()
  .regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/, {
    error: 'Must be 0x and up to 64 hexadecimal digits, or a decimal number.',
    abort: true, // a text that is not a number cannot be compared
  })
  .refine((sent) => sent.startsWith('0x') || BigInt(sent) < longestNumber, 'Must have at most 32 bytes.');
