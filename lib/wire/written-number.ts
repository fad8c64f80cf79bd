import { z } from 'zod';

/** Digits, few enough for an exact number; any other text gives NaN. */
const read = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A number in a text field, validated by the schema of the wire type. */
export const writtenNumber = (number: z.ZodType<number, number>) =>
  z.codec(z.string(), number, { decode: read, encode: String });

/** The same, where the field may be empty. */
export const writtenNumberOrNone = (number: z.ZodType<number | null, number | null>) =>
  z.codec(z.string(), number, {
    decode: (text) => (text.trim() === '' ? null : read(text)),
    encode: (value) => String(value ?? ''),
  });
