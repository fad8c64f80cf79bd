import { resolveSchema as resolveAmong, type Schema } from '#contracts/published/facts.ts';
import { publishedFacts } from '#contracts/v2/published/facts.ts';

type Fields = Record<string, unknown>;

const resolveSchema = (schema: Schema): Schema => resolveAmong(schema, publishedFacts.schemas);

/** More than 32 bits can count. */
const uncounted = 2 ** 32;

/** What a reader takes for a no where it is not said. */
const saidOnlyIfTrue = new Set(['completed', 'hasNext']);

/** A list that clients send back whole: an item that nobody can read could only be lost. */
const sentBackWhole = 'RfidDTO';

/** A true answer in other words, with an item in each list that cannot be read. */
export function retellAnswer(unresolved: Schema, answer: unknown): unknown {
  const schema = resolveSchema(unresolved);
  if (Array.isArray(answer)) {
    const told = answer.map((item) => retell(schema.items, item));
    return schema.items?.$ref === sentBackWhole ? told : [unreadableItem(schema.items), ...told];
  }
  const told = retell(schema, answer);
  return isPage(told) ? withUnreadableLast(told, schema) : told;
}

/** The fields that were refused stand under another name. */
export function retellFailure(schema: Schema, failure: unknown): unknown {
  const { fieldErrors, ...told } = retell(schema, failure) as Fields; // safe because: a failure is an object
  return Array.isArray(fieldErrors) && fieldErrors.length > 0 ? { ...told, errors: fieldErrors } : told;
}

function retell(unresolved: Schema | undefined, value: unknown, name = ''): unknown {
  const schema = resolveSchema(unresolved ?? {});
  if (Array.isArray(value)) return value.map((item) => retell(schema.items, item));
  if (isFields(value) && schema.properties) return retellFields(schema, value);
  if (typeof value === 'string') return retellString(name, value);
  return name === 'total' ? Number(value) + uncounted : value;
}

/** What the platform leaves out is null here, and some of what it says is left out. */
function retellFields({ properties = {}, required = [] }: Schema, value: Fields): Fields {
  const told = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    if (required.includes(name)) return [[name, retell(schema, value[name], name)]];
    if (value[name] === undefined) return [[name, null]];
    return value[name] === false && saidOnlyIfTrue.has(name) ? [] : [[name, retell(schema, value[name], name)]];
  });
  return Object.fromEntries(told);
}

function retellString(name: string, text: string): string {
  if (name === 'rfid') return text.toLowerCase();
  return name.toLowerCase().endsWith('timestamp') ? text.replace(/Z$/, '+0000') : text;
}

/** No field is of the type it should be. */
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

/** A page holds no more than it may, and the pages before the last no less than they should. */
function withUnreadableLast(page: Page, { properties = {} }: Schema): Page {
  if (page.hasNext === true || page.items.length >= page.limit) return page;
  return { ...page, items: [...page.items, unreadableItem(properties.items?.items)] };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
