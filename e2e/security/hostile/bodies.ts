import fc from 'fast-check';
import { hostileBodyOf, nested } from '#platform/testing/hostile-bodies.ts';
import { anyCharacter } from '#shared/testing/any-character.ts';

/** Names of fields that some endpoint reads. */
const field = fc.constantFrom(
  'locationId',
  'accountId',
  'tapId',
  'kind',
  'value',
  'email',
  'password',
  'csrfToken',
  'json',
  'theme',
  'values',
  'firstName',
  'contact',
  'membership',
  'rfids',
  'startDate',
  'exportType',
  'type',
  'timestamp',
  'then',
  'length',
  '__proto__',
  'constructor',
  'toString',
  '$$typeof',
);

/** Characters that may follow the `$` of React's wire format. */
const sign = fc.constantFrom(...'@FhTQWBKiIN-uDnAOoUSsLlGgMmVRrXxZ0123$');
const place = fc.constantFrom(
  '',
  '0',
  '1',
  '0:0',
  '0:0:a',
  '0:__proto__:then',
  '0:constructor:constructor',
  'ffffffff',
);
const reference = fc.tuple(sign, place).map(([one, where]) => `$${one}${where}`);

const { message } = fc.letrec((tie) => ({
  message: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      reference,
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.constantFrom<unknown>(null, 1, true, '\u0000', '\ud800'),
    ),
    fc.array(tie('message'), { maxLength: 4 }),
    fc.dictionary(field, tie('message'), { maxKeys: 4 }),
  ),
}));
const wire = fc.oneof(
  { weight: 4, arbitrary: fc.array(message, { maxLength: 3 }).map((sent) => JSON.stringify(sent)) },
  { weight: 2, arbitrary: reference.map((text) => JSON.stringify([text])) },
  { weight: 1, arbitrary: hostileBodyOf(field).map(({ body }) => body) },
);

/** Deep, long and wide bodies, within and beyond the limits. */
const extremes = [
  nested('[', ']', 20_000),
  nested('[', '', 60_000),
  nested('{"a":', '}', 8_000).replace(':}', ':0}'),
  `[${'{},'.repeat(20_000)}1]`,
  `{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":1`).join()}}`,
  `["${'$'.repeat(60_000)}"]`,
  `["${'\\u0000'.repeat(10_000)}"]`,
  `[${'9'.repeat(60_000)}]`,
  JSON.stringify([{ a: 'x'.repeat(300_000) }]),
  `[${'{"a":[],"b":{}},'.repeat(120_000)}0]`,
  '\ufeff[{}]',
  '\ufeff{"email":"a"}',
];

/** Inputs against which React's own parser had to be hardened before. */
const known = [
  '["$@0"]',
  '[["$0"]]',
  '["$Q0"]',
  '["$W0"]',
  '["$B1"]',
  '["$K1"]',
  '["$i0"]',
  '[{"a":"$0"}]',
  '["$R1"]',
  '["$X1"]',
];

/** Invalid values for one place of an otherwise valid input. */
const wrong = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e308, 2 ** 53, '', [], {}, [[]]) },
  { weight: 2, arbitrary: fc.constantFrom('\u0000', '\ud800', 'a\udc00b', '0x0', '2027-02-30', '%00', '../..', "'--") },
  { weight: 2, arbitrary: fc.constantFrom(...['9', 'x', '\u202e', '💪'].map((text) => text.repeat(3_000))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      JSON.parse(nested('[', ']', 100)),
      Array.from({ length: 900 }, () => ''),
      JSON.parse('{"__proto__":{"then":"$0"},"then":"$@0","$$typeof":"$Sreact.element"}'),
      '9999-12-31T23:59:60Z',
      '-271821-04-20',
    ),
  },
  { weight: 2, arbitrary: reference },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
);

/** Bodies determined by the seeds. */
export interface Bodies {
  /** In React's format, valid and almost valid. */
  wires: readonly string[];
  /** JSON, valid and almost valid. */
  jsons: readonly string[];
  /**
   * Valid inputs in which one place has another value, a different one each time.
   * @param names the fields that the endpoint reads
   */
  nearly(valid: object, names: readonly string[], count: number): object[];
}

/** The number of bodies does not depend on the number of seeds. */
export function bodiesOf(seeds: readonly number[]): Bodies {
  const sample = <Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] =>
    seeds.flatMap((seed) => fc.sample(arbitrary, { seed, numRuns: Math.ceil(count / seeds.length) }));
  const spoils = sample(fc.tuple(fc.nat(), wrong), 3_000);
  let used = 0;
  const nextSpoil = () => {
    // one of each seed in turn
    const at = (used % seeds.length) * (spoils.length / seeds.length) + Math.floor(used / seeds.length);
    used += 1;
    return spoils[at % spoils.length] ?? [0, null];
  };
  return {
    wires: [...known, ...extremes, ...sample(wire, 50)],
    jsons: [...extremes, ...sample(hostileBodyOf(field), 36).map(({ body }) => body)],
    nearly: (valid, names, count) => Array.from({ length: count }, () => spoil(valid, names, nextSpoil())),
  };
}

type Place = readonly string[];

function spoil(valid: object, names: readonly string[], [which, value]: [number, unknown]): object {
  const places = Object.entries(valid)
    .filter(([name]) => names.includes(name))
    .flatMap(([name, inner]) => placesIn(inner, [name]));
  const place = places[which % places.length] ?? [];
  // safe because: a place of an object begins with one of its names
  return put(valid, place, value) as object;
}

const placesIn = (value: unknown, place: Place): Place[] =>
  typeof value === 'object' && value !== null
    ? [place, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...place, name]))]
    : [place];

function put(within: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const entries = Object.entries(within ?? {}).map(([key, inner]) =>
    key === name ? [key, put(inner, rest, value)] : [key, inner],
  );
  return Array.isArray(within) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
