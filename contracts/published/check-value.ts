import { z } from 'zod';
import { type PublishedFacts, resolveSchema, type Schema } from './facts.ts';

/** A deviation from the published document. */
export interface Deviation {
  /** Dotted path of the field, such as `membership.barcode`; empty for the whole body. */
  field: string;
  /**
   * What is wrong with it, as the end of a sentence: `must not be null`. Contains no value, which may be personal
   * data.
   */
  problem: string;
  value?: unknown;
}

interface Circumstances {
  /** Read-only fields must not be sent. */
  direction: 'sent' | 'answered';
  /** The path of the value. */
  field?: string;
  /** The schemas that the document refers to. */
  schemas: PublishedFacts['schemas'];
}

export function checkValue(
  unresolved: Schema,
  value: unknown,
  { direction, field = '', schemas }: Circumstances,
): Deviation[] {
  const schema = resolveSchema(unresolved, schemas);
  if (schema.type === undefined) return []; // the document does not restrict it
  const deviation = (problem: string): Deviation[] => [{ field, problem, value }];
  if (value === null) return schema.nullable ? [] : deviation('must not be null');
  switch (schema.type) {
    case 'object':
      return isObject(value)
        ? checkObject(schema, value, { direction, field, schemas })
        : deviation('must be an object');
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) =>
            checkValue(schema.items ?? {}, item, { direction, field: joined(field, String(index)), schemas }),
          )
        : deviation('must be a list');
    case 'string':
      return typeof value === 'string' ? problemsOfText(schema, value).flatMap(deviation) : deviation('must be text');
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
        ? problemsOfNumber(schema, value).flatMap(deviation)
        : deviation('must be a whole number');
    case 'number':
      return typeof value === 'number'
        ? problemsOfNumber(schema, value).flatMap(deviation)
        : deviation('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : deviation('must be true or false');
  }
}

function checkObject(
  { properties, required = [], additionalProperties }: Schema,
  value: Record<string, unknown>,
  { direction, field = '', schemas }: Circumstances,
): Deviation[] {
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ field: joined(field, name), problem: 'must be present' }));
  const wrong = Object.entries(value).flatMap(([name, inner]): Deviation[] => {
    const at = joined(field, name);
    const schema = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (inner === undefined) return [];
    if (!schema) return [{ field: at, problem: 'is not a field of the document', value: inner }];
    if (schema.readOnly && direction === 'sent') {
      return [{ field: at, problem: 'is answered only and must not be sent', value: inner }];
    }
    return checkValue(schema, inner, { direction, field: at, schemas });
  });
  return [...missing, ...wrong];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const joined = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

const formats: Record<string, { schema: z.ZodType; problem: string }> = {
  date: { schema: z.iso.date(), problem: 'must be a date in the format yyyy-MM-dd' },
  'date-time': {
    schema: z.iso.datetime({ offset: true }),
    problem: 'must be a date-time such as 2022-09-22T14:19:26Z',
  },
  uuid: { schema: z.guid(), problem: 'must be a UUID' },
};

function problemsOfText({ format, pattern, enum: members, minLength = 0, maxLength }: Schema, text: string): string[] {
  const length = [...text].length;
  if (members && !members.includes(text)) return [`must be one of ${members.join(', ')}`];
  if (length < minLength) return [`must have at least ${minLength} characters`];
  if (maxLength !== undefined && length > maxLength) return [`must have at most ${maxLength} characters`];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return [`must match ${pattern}`];
  const known = format === undefined ? undefined : formats[format];
  return known && !known.schema.safeParse(text).success ? [known.problem] : [];
}

const largest: Record<string, number> = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER };

function problemsOfNumber({ format = '', minimum, maximum = largest[format] }: Schema, value: number): string[] {
  if (minimum !== undefined && value < minimum) return [`must be at least ${minimum}`];
  return maximum !== undefined && value > maximum ? [`must be at most ${maximum}`] : [];
}

/** Checks a parameter: text that represents a value of another type. */
export function checkText(
  unresolved: Schema,
  text: string,
  { field, schemas }: Pick<Circumstances, 'field' | 'schemas'>,
): Deviation[] {
  const { type } = resolveSchema(unresolved, schemas);
  const said =
    (type === 'integer' || type === 'number') && /^-?\d{1,19}$/.test(text)
      ? Number(text)
      : type === 'boolean'
        ? booleans[text]
        : text;
  return checkValue(unresolved, said ?? text, { direction: 'sent', field, schemas });
}

const booleans: Record<string, boolean> = { true: true, false: false };
