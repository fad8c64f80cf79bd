import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#shared/testing/any-character.ts';
import { isActionInput } from './action-input.ts';

/** How pages write what they call an action with: React's own, in the version that Next brings. */
const { encodeReply } = createRequire(import.meta.url)(
  'next/dist/compiled/react-server-dom-turbopack/client.edge.js',
) as { encodeReply(sent: unknown): Promise<string | FormData> }; // safe because: React's documented signature

const isTaken = (body: string) => isActionInput(Buffer.from(body));

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'Lena'],
  ['texts that begin like React’s own', { amount: '$12', code: '$$', promise: '$@0', key: '$Q1' }],
  ['undefined and null', { until: undefined, base: null }],
  ['numbers and choices', { count: 3, isGiven: true, hours: 1.5 }],
  ['lists and objects', { cards: [{ value: '0xAB', issuer: { wallet: 'google' } }, {}], ids: [] }],
])('an input of our pages is accepted: %s', async (_, input) => {
  const written = await encodeReply([input]);
  expect(typeof written === 'string' && isTaken(written)).toBe(true);
});

test('any JSON value is accepted, as React encodes it', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }).filter((one) => one.isWellFormed()),
  );
  const { input } = fc.letrec((tie) => ({
    input: fc.oneof(
      { maxDepth: 6 },
      fc.oneof(
        text,
        text.map((one) => `$${one}`),
        fc.integer(),
        fc.boolean(),
        fc.constantFrom(null, undefined),
      ),
      fc.array(tie('input'), { maxLength: 5 }),
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        tie('input'),
        { maxKeys: 5, noNullPrototype: true },
      ),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(input, async (value) => {
      const written = await encodeReply([value]);
      expect(typeof written === 'string' && isTaken(written)).toBe(true);
    }),
    { seed: 1 },
  );
});

const shared = { value: '0xAB' };
/** Values that React can encode and no page of ours sends. */
const formats: [string, unknown][] = [
  ['a promise', Promise.resolve(1)],
  ['a map', new Map([['a', 1]])],
  ['a set', new Set([1])],
  ['a date', new Date(0)],
  ['a large number', 10n],
  ['not a number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['negative zero', -0],
  ['a file', new Blob(['a'])],
  ['a form', new FormData()],
  ['bytes', new Uint8Array(3)],
  ['an iterator', [1][Symbol.iterator]()],
  ['a stream', new ReadableStream({ start: (stream) => stream.close() })],
  ['one object in two places', [shared, shared]],
];

test.each(formats)('%s is refused, as React encodes it', async (_, input) => {
  const written = await encodeReply([{ input }]);
  // a value of several parts is encoded as a form, which is refused anyway; its main part alone must not be accepted either
  expect(isTaken(typeof written === 'string' ? written : String(written.get('0')))).toBe(false);
});

/** All characters that React puts after `$`, and others that another version may use. */
const signs = [...'@FhTQWBKiIN-uDnAOoUSsLlGgMmVRrXxJ!0123456789abcdefzEPYZ:$'];
const places = ['', '0', '1', '0:0', '0:__proto__:then', 'ffffffff', '-1'];

test('no string that begins with `$` is accepted, except the two kinds of our pages', () => {
  for (const text of signs.flatMap((sign) => places.map((place) => `$${sign}${place}`))) {
    for (const body of [[text], [[text]], [{ a: text }], [{ a: [{ b: text }] }]]) {
      expect(isTaken(JSON.stringify(body)), JSON.stringify(body)).toBe(text.startsWith('$$'));
    }
  }
  expect(isTaken('[{"a":"$undefined"}]')).toBe(true);
});

test.each([
  ['an empty body', ''],
  ['truncated JSON', '[{"a":'],
  ['an object', '{"a":1}'],
  ['a text', '"$@0"'],
  ['several arguments', '[1,2]'],
  ['20,000 deep', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['17 deep', '['.repeat(17) + ']'.repeat(17)],
  ['20,000 values', `[[${'1,'.repeat(20_000)}1]]`],
  ['a form', '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n["$F1"]\r\n--x--'],
  ['a second line', '[1]\n[2]'],
])('%s is not accepted', (_, body) => {
  expect(isTaken(body)).toBe(false);
});

test('bytes that are not UTF-8 are not accepted', () => {
  expect(isActionInput(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBe(false);
});

test('input after a byte order mark, which React would skip, is not accepted', () => {
  expect(isActionInput(Buffer.from('\uFEFF[{"theme":"dark"}]'))).toBe(false);
  expect(isActionInput(Buffer.from('[{"theme":"dark"}]'))).toBe(true);
});
