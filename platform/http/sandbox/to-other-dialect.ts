import { resolveSchema as resolveAmong, type Schema } from '#contracts/published/facts.ts';
import { publishedFacts } from '#contracts/v2/published/facts.ts';

type Fields = Record<string, unknown>;

const resolveSchema = (schema: Schema): Schema => resolveAmong(schema, publishedFacts.schemas);

/** Beyond 32 bits. */
const uncounted = 2 ** 32;

/** Booleans that clients read as false if they are missing. */
const omittedIfFalse = new Set(['completed', 'hasNext']);

/** A list that clients send back as a whole: an unreadable item in it could only be lost. */
const sentBackWhole = 'RfidDTO';

/** A real response in another valid form, with one unreadable item in each list. */
export function toOtherDialect(unresolved: Schema, answer: unknown): unknown {
  const schema = resolveSchema(unresolved);
  if (Array.isArray(answer)) {
    const told = answer.map((item) => convert(schema.items, item));
    return schema.items?.$ref === sentBackWhole ? told : [unreadableItem(schema.items), ...told];
  }
  const told = convert(schema, answer);
  return isPage(told) ? withUnreadableLast(told, schema) : told;
}

/** Renames the list of rejected fields. */
export function failureToOtherDialect(schema: Schema, failure: unknown): unknown {
  const { fieldErrors, ...told } = convert(schema, failure) as Fields; // safe because: a failure is an object
  return Array.isArray(fieldErrors) && fieldErrors.length > 0 ? { ...told, errors: fieldErrors } : told;
}

function convert(unresolved: Schema | undefined, value: unknown, name = ''): unknown {
  const schema = resolveSchema(unresolved ?? {});
  if (Array.isArray(value)) return value.map((item) => convert(schema.items, item));
  if (isFields(value) && schema.properties) return convertFields(schema, value);
  if (typeof value === 'string') return convertString(name, value);
  return name === 'total' ? Number(value) + uncounted : value;
}

/** Sends null for omitted fields, and omits some fields that the platform sends. */
function convertFields({ properties = {}, required = [] }: Schema, value: Fields): Fields {
  const told = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    if (required.includes(name)) return [[name, convert(schema, value[name], name)]];
    if (value[name] === undefined) return [[name, null]];
    return value[name] === false && omittedIfFalse.has(name) ? [] : [[name, convert(schema, value[name], name)]];
  });
  return Object.fromEntries(told);
}

function convertString(name: string, text: string): string {
  if (name === 'rfid') return text.toLowerCase();
  return name.toLowerCase().endsWith('timestamp') ? text.replace(/Z$/, '+0000') : text;
}

/** An item in which no field has the expected type. */
function unreadableItem(schema: Schema | undefined): Fields {
  const { properties = {} } = resolveSchema(schema ?? {});
  return Object.fromEntries(Object.keys(properties).map((name) => [name, { unreadable: true }]));
}

interface Page extends Fields {
  items: unknown[];
  limit: number;
}

const isPage = (told: unknown): told is Page =>
  isFields(told) && Array.isArray(told.items) && typeof told.limit === 'number';

/** Keeps the page size valid: no page has too many items, and only the last one may have fewer. */
function withUnreadableLast(page: Page, { properties = {} }: Schema): Page {
  if (page.hasNext === true || page.items.length >= page.limit) return page;
  return { ...page, items: [...page.items, unreadableItem(properties.items?.items)] };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
