/**
 * A type guard for data from the network. Browsers validate the desk's responses with these and not with zod, which
 * would be a third of the counter's scripts. The compiler checks them against the response types
 * (docs/decisions/actions-reads-and-taps.md).
 */
export type Is<T> = (value: unknown) => value is T;

export const isText: Is<string> = (value) => typeof value === 'string';
export const isNumber: Is<number> = (value) => typeof value === 'number';
export const isFlag: Is<boolean> = (value) => typeof value === 'boolean';

export const nullOr =
  <T>(is: Is<T>): Is<T | null> =>
  (value) =>
    value === null || is(value);

/** For a property that may be missing. */
export const maybe =
  <T>(is: Is<T>): Is<T | undefined> =>
  (value) =>
    value === undefined || is(value);

export const listOf =
  <T>(is: Is<T>): Is<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(is);

/** One of several literals. The compiler requires all literals of the type. */
export const oneOf =
  <Word extends string>(words: Record<Word, true>): Is<Word> =>
  (value): value is Word =>
    typeof value === 'string' && Object.hasOwn(words, value);

/** One of the literals in an existing list. */
export const wordOf =
  <Word extends string>(words: readonly Word[]): Is<Word> =>
  (value): value is Word =>
    words.some((word) => word === value);

type Properties<T> = { [Name in keyof T]-?: Is<T[Name]> };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with these properties. Others are allowed: a newer desk may send more. */
export function objectOf<T extends object>(properties: Properties<T>): Is<T> {
  const checks = Object.entries<Is<unknown>>(properties);
  return (value): value is T => isObject(value) && checks.every(([name, is]) => is(value[name]));
}

/** An object with the same type under each of these names. */
export const eachOf = <Name extends string, T>(names: readonly Name[], is: Is<T>): Is<Record<Name, T>> =>
  // safe because: each name has its check
  objectOf(Object.fromEntries(names.map((name) => [name, is])) as Properties<Record<Name, T>>);

type Variant<T, Tag extends keyof T, Word> = T extends unknown ? (Word extends T[Tag] ? T : never) : never;

/** A discriminated union. All variants are required, each with its properties besides the tag. */
export function variantsOf<T extends object, Tag extends keyof T & string>(
  tag: Tag,
  variants: { [Word in T[Tag] & string]: Properties<Omit<Variant<T, Tag, Word>, Tag>> },
): Is<T> {
  const byWord = new Map(Object.entries<object>(variants).map(([word, properties]) => [word, objectOf(properties)]));
  return (value): value is T => {
    if (!isObject(value)) return false;
    const word = value[tag];
    return typeof word === 'string' && byWord.get(word)?.(value) === true;
  };
}
