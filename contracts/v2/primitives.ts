import { z } from 'zod';

/** PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 encoding: both would be read back changed. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Text as the platform accepts it: trimmed, storable, at most `maxLength` characters. */
export const text = (maxLength: number) =>
  z
    .string()
    .refine(isStorable, 'Must not contain NUL or unpaired surrogates.')
    .trim()
    .max(maxLength, `Must be at most ${maxLength} characters long.`);

/** Text that must not be empty. */
export const requiredText = (maxLength = 255) => text(maxLength).min(1, 'Must not be empty.');

/** Text that can be one segment of a path: dots alone would address another path. */
export const pathPart = /[^.]/;

/** An id of the platform. It is used in paths and keys, so it must be storable, not too long, and not consist of dots alone. */
export const idOf = (what: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(pathPart, `Must be the id of ${what}.`)
    .refine(isStorable, 'Must not contain NUL or unpaired surrogates.');

/** An optional field. `null` counts as absent, as the interface documents for PATCH. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** A body as a client sends it. The published interface has no `null` in requests: unknown values are omitted. */
export type Sent<T> = T extends readonly (infer Item)[]
  ? Sent<Item>[]
  : T extends object
    ? { [Field in keyof T]: Sent<Exclude<T[Field], null>> }
    : T;

/** An existing calendar day, `yyyy-MM-dd`, that PostgreSQL can store. */
export const isoDate = z.iso
  .date('Must be a date in the format yyyy-MM-dd.')
  .refine((day) => day >= '0001-01-01', 'Must be a date after the year 0.');

/** An instant in RFC 3339, with `Z` or an offset. */
export const isoInstant = z.iso.datetime({ offset: true, error: 'Must be a date-time such as 2022-09-22T14:19:26Z.' });

/** A day, or an instant in RFC 3339. */
export const dayOrInstant = z.union([isoDate, isoInstant], {
  error: 'Must be a date such as 2022-09-22, or a date-time such as 2022-09-22T14:19:26Z.',
});

export const longestEmail = 320;

/** An e-mail address: what a browser accepts in a field for one, such as `r&d@example.com` or one of an `xn--` domain. */
export const emailAddress = z
  .string()
  .refine(isStorable, 'Must not contain NUL or unpaired surrogates.')
  .trim()
  .min(5, 'Must be at least 5 characters long.')
  .max(longestEmail, `Must be at most ${longestEmail} characters long.`)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Must be a valid e-mail address.' }));

/** A 64-bit identifier, up to the largest exact JSON number. */
export const int64 = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** `true` or `false` as text in a query. */
export const booleanText = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'Must be true or false.' })
  .meta({ type: 'boolean' });

/** An integer as text in a query or path. */
export const wholeNumberText = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'Must be a whole number.')
    .transform(Number)
    .refine((number) => number <= max, `Must be at most ${max}.`)
    .meta({ type: 'integer', minimum: 0, maximum: max, pattern: undefined });

/**
 * An enum in a response. The provider may add values; a client keeps working with the text. `known` stays in the
 * type, so that code can still switch over it.
 */
export const openEnum = <const T extends readonly [string, ...string[]]>(known: T) =>
  z.union([z.enum(known), z.string() as unknown as z.ZodType<string & {}>]); // safe because: string & {} is string
