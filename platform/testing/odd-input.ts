import fc from 'fast-check';
import { anyCharacter } from '#shared/testing/any-character.ts';

/** The paths of all values in a body. */
export const pathsOf = (value: unknown, prefix: string[] = []): string[][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [[...prefix, key], ...pathsOf(inner, [...prefix, key])])
    : [];

/** The body with one value replaced. */
export const spoil = (body: object, path: string[], value: unknown): unknown => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((inner, key) => inner[key] as Record<string, unknown>, copy);
  parent[path.at(-1) ?? ''] = value;
  return copy;
};

export const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 600 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u{10FFFF}',
    '9999-12-31',
    '0000-01-01',
    '2024-02-30',
    '0x',
    "';--",
    '%00',
    'a@b.cd',
  ),
);
export const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0, 1e308, 2 ** 53, 8.64e15, 1.5, [], {}, [null]),
);
