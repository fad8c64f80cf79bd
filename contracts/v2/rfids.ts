import { z } from 'zod';
import { booleanText, openEnum, optional } from './primitives.ts';
import { listAsRead } from './reading.ts';

export const tagFormats = ['HITAG1', 'MIFARE', 'LEGIC'] as const;
export type TagFormat = (typeof tagFormats)[number];

/**
 * The canonical form in which card numbers are stored and compared: `0x04A2…`. A platform may send them in lower
 * case.
 */
export const sameCardNumber = (rfid: string): string => rfid.trim().toUpperCase().replace(/^0X/, '0x');

/** The beginning of a canonical number with leading zero bytes. PostgreSQL reads the pattern in the same way. */
export const leadingZeros = /^0x(?:00)+(?=..)/;

/**
 * A canonical number without leading zero bytes. A card that came as a decimal number is stored like this, and found with any leading
 * zeros.
 */
export const withoutLeadingZeros = (rfid: string): string => rfid.replace(leadingZeros, '0x');

/** A card number in hex with `0x` and an even number of digits. Stored and compared in upper case. */
export const rfidNumber = z
  .string()
  .trim()
  .max(66, 'Must be at most 66 characters long.')
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'Must be 0x followed by an even number of hexadecimal digits.');

const cardField = {
  rfid: {
    description: 'Card number in hex with a leading `0x`; only RFID, no barcode or magnetic stripe.',
    example: '0x04A23BC21C2680',
  },
  tagFormat: { description: 'Format of the tag.', example: 'MIFARE' },
};

export const rfidRequest = z
  .object({
    rfid: rfidNumber.meta(cardField.rfid),
    tagFormat: optional(z.enum(tagFormats)).meta(cardField.tagFormat),
  })
  .meta({ id: 'RfidRequest' });
export type RfidRequest = z.infer<typeof rfidRequest>;

/** Body of `PUT /accounts/{accountId}/rfids`: all cards that were assigned through this interface. */
export const rfidListRequest = z
  .object({
    rfids: z
      .array(rfidRequest)
      .max(1000)
      .meta({ description: 'The cards the member has from now on; empty removes all.' }),
  })
  .meta({ id: 'RfidListRequest' });

export const rfid = z
  .object({
    rfid: z.string().meta(cardField.rfid),
    tagFormat: openEnum(tagFormats).nullish().meta(cardField.tagFormat),
  })
  .meta({ id: 'Rfid' });
export type Rfid = z.infer<typeof rfid>;
export const rfidList = z.array(rfid);

/** The cards of a member as a client parses them, with canonical numbers. */
export const rfidListAsRead = listAsRead(rfid.extend({ rfid: z.string().min(1).transform(sameCardNumber) }));

export const listRfidsQuery = z.object({
  allSources: booleanText.default(false).meta({
    description: 'Whether cards that machines assigned are listed too. `false` where absent.',
    example: true,
  }),
});
export const tagFormatQuery = z.object({
  tagFormat: z
    .enum(tagFormats)
    .optional()
    .meta({ description: 'Narrows the search where a format was stored.', example: 'MIFARE' }),
});
