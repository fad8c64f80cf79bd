import { z } from 'zod';
import { cardByteLengths } from './card-widths.ts';

/** How readers of a location write a card number. The manager determines it by scanning a known card. */
export const readerProfile = z.object({
  /** Number base: hex digits, one decimal number, or Wiegand 26 as facility (3 digits) and number (5 digits). */
  format: z.enum(['hex', 'decimal', 'wiegand26']),
  /** `reversed` for readers that send the last byte of the card first. */
  byteOrder: z.enum(['asRead', 'reversed']),
  /** `auto` derives the width from the number of digits, for the usual widths. Wiegand 26 always has 3 bytes. */
  byteLength: z.literal([...cardByteLengths, 'auto']),
  /** Numbers of base 10 always have leading zeros. Absent: they may be shorter. */
  isPadded: z.literal(true).optional(),
  /** Wiegand 26 always with a comma between facility and number. Absent: with or without. */
  hasComma: z.literal(true).optional(),
  /** What the reader sends before each card number, such as `D` or `;`. It is not part of the number. */
  prefix: z
    .string()
    .regex(/^(?!0x)(?=\S*[^\d\s])\S{1,16}$/i)
    .optional(),
  /** The prefix that the reader adds to the token of a wallet pass, if configured. It is not part of the token. */
  nfcPrefix: z.string().trim().min(1).max(16).optional(),
  /** The key that the readers send after a card; `none` where they send none. Absent: each browser learns it. */
  endKey: z.enum(['enter', 'tab', 'none']).optional(),
});
export type ReaderProfile = z.infer<typeof readerProfile>;

/** All ways in which the readers of a location write. `findAmbiguity` finds none in a stored list. */
export type ReaderProfiles = readonly ReaderProfile[];

/** The factory setting of most readers: hex digits in the byte order of the card. */
export const defaultReaderProfile: ReaderProfile = { format: 'hex', byteOrder: 'asRead', byteLength: 'auto' };

export const mostReaderProfiles = 8;
