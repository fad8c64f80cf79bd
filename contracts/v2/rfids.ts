import { z } from 'zod';
import { booleanText, openEnum, optional } from './primitives.ts';

export const tagFormats = ['HITAG1', 'MIFARE', 'LEGIC'] as const;
export type TagFormat = (typeof tagFormats)[number];

/** A card number in hex with `0x`, an even number of digits. Kept and compared in upper case. */
export const rfidNumber = z
  .string()
  .trim()
  .max(66, 'Must be at most 66 characters long.')
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'Must be 0x followed by an even number of hexadecimal digits.');

export const rfidRequest = z
  .object({
    rfid: rfidNumber.meta({
      description: 'Card number in hex with a leading `0x`; only RFID, no barcode or magnetic stripe.',
      example: '0x04A23BC21C2680',
    }),
    tagFormat: optional(z.enum(tagFormats)).meta({ description: 'Format of the tag.' }),
  })
  .meta({ id: 'RfidRequest' });
export type RfidRequest = z.infer<typeof rfidRequest>;

/** Body of `PUT /accounts/{accountId}/rfids`: the whole list that came through this interface. */
export const rfidListRequest = z
  .object({
    rfids: z
      .array(rfidRequest)
      .max(1000)
      .meta({ description: 'The cards the member has from now on; empty removes all.' }),
  })
  .meta({ id: 'RfidListRequest' });

export const rfid = z.object({ rfid: z.string(), tagFormat: openEnum(tagFormats).nullish() }).meta({ id: 'Rfid' });
export type Rfid = z.infer<typeof rfid>;
export const rfidList = z.array(rfid);

export const listRfidsQuery = z.object({
  allSources: booleanText.default(false),
});
export const tagFormatQuery = z.object({ tagFormat: z.enum(tagFormats).optional() });
