import fc from 'fast-check';
import { hostileBodyOf, nested } from '#platform/testing/hostile-bodies.ts';

/** Names that some door reads. */
const field = fc.constantFrom(
  ...['locationId', 'accountId', 'tapId', 'kind', 'value', 'email', 'password', 'csrfToken', 'json', 'theme', 'values'],
  ...['firstName', 'contact', 'membership', 'rfids', 'startDate', 'exportType', 'type', 'timestamp', 'then', 'length'],
  ...['__proto__', 'constructor', 'toString', '$$typeof'],
);

/** What can stand behind the sign of React's own format. */
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
      fc.string({ unit: 'binary', maxLength: 20 }),
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

/** Deep, long and wide, within and beyond what a door takes. */
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

/** In React's format, and in what is nearly it. */
export const wireBodies = (seed: number, count: number): string[] => [
  ...[
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
  ],
  ...extremes,
  ...fc.sample(wire, { seed, numRuns: count }),
];

/** JSON, and what is nearly it. */
export const jsonBodies = (seed: number, count: number): string[] => [
  ...extremes,
  ...fc.sample(hostileBodyOf(field), { seed, numRuns: count }).map(({ body }) => body),
];
