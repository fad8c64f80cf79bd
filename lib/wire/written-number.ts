import { z } from 'zod';

/** Digits, as many as make an exact number; whatever else was written is none. */
const read = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A number as it stands in a field of text, read by the schema that the wire has of it. */
export const writtenNumber = (number: z.ZodType<number, number>) =>
  z.codec(z.string(), number, { decode: read, encode: String });

/** The same, where the field may be left empty. */
export const writtenNumberOrNone = (number: z.ZodType<number | null, number | null>) =>
  z.codec(z.string(), number, {
    decode: (text) => (text.trim() === '' ? null : read(text)),
    encode: (value) => String(value ?? ''),
  });
