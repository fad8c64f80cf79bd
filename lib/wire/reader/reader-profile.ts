import { z } from 'zod';

/** Widths of card numbers in bytes: Wiegand 26 in hex, MIFARE and HITAG 1, EM 4100, MIFARE, ISO 15693, ISO 14443. */
export const cardByteLengths = [3, 4, 5, 7, 8, 10] as const;
export type CardByteLength = (typeof cardByteLengths)[number];

/** How the readers of a location write a card number. The manager determines it by scanning a known card. */
const readerProfile = z.object({
  /** Number base: hex digits, one decimal number, or Wiegand 26 as facility (3 digits) and number (5 digits). */
  format: z.enum(['hex', 'decimal', 'wiegand26']).default('hex'),
  /** `reversed` for readers that send the last byte of the card first. */
  byteOrder: z.enum(['asRead', 'reversed']).default('asRead'),
  /** `auto` derives the width from the number of digits, for the usual widths. Wiegand 26 always has 3 bytes. */
  byteLength: z.literal([...cardByteLengths, 'auto']).default('auto'),
  /** The prefix that the reader adds to the token of a wallet pass, if configured. It is not part of the token. */
  nfcPrefix: z.string().trim().min(1).max(16).optional(),
  /** The key that the readers send after a card; `none` where they send none. Absent: each browser learns it. */
  endKey: z.enum(['enter', 'tab', 'none']).optional(),
});
export type ReaderProfile = z.infer<typeof readerProfile>;

/** The factory setting of most readers: hex digits in the byte order of the card. */
export const defaultReaderProfile: ReaderProfile = { format: 'hex', byteOrder: 'asRead', byteLength: 'auto' };
