import fc from 'fast-check';
import { anyCharacter } from '#shared/testing/any-character.ts';

const maxBodyBytes = 1024 * 1024;

export const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);
/** Shortens the output: a failure would print 10,000 brackets otherwise. */
const named = (body: string) => ({
  body,
  [fc.toStringMethod]: () => `${body.slice(0, 80)} … ${body.length} characters`,
});
const padded = (body: string, bytes: number) => body + ' '.repeat(Math.max(0, bytes - body.length));

const scalar = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 2 ** 53, '\u0000', '\ud800', 'a\udc00b', '', '0x0', '2027-02-30'),
);
const anyJsonOf = (field: fc.Arbitrary<string>) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(field, tie('value'), { maxKeys: 6 }),
    ),
  })).value;

/** Bodies that are not JSON, or other JSON than expected, or empty; with existing field names. */
export const hostileBodyOf = (field: fc.Arbitrary<string>) =>
  fc
    .oneof(
      { weight: 6, arbitrary: anyJsonOf(field).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 200 }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '',
          '[]',
          '[{}]',
          'null',
          '""',
          '0',
          '{"email":"\\u0000"}',
          '{"firstName":"\\ud800"}',
          '{"__proto__":{"email":"a@b.cd"}}',
          '{"timestamp":1e400}',
          '{"email":1,"email":2}',
          nested('[', ']', 10_000),
          nested('{"membership":', '}', 10_000).replace(':}', ':0}'),
          `{"contact":${nested('[', ']', 10_000)}}`,
          nested('[', '', 10_000),
        ),
      },
    )
    .map(named);
/** Around the size limit, and beyond it. */
export const hugeBodyOf = (field: fc.Arbitrary<string>) =>
  fc.tuple(field, fc.constantFrom(maxBodyBytes, maxBodyBytes + 1)).chain(([name, bytes]) => {
    const frame = JSON.stringify({ [name]: '' });
    const text = JSON.stringify({ [name]: 'x'.repeat(bytes - frame.length) });
    const list = `{"${name}":[${'0,'.repeat(bytes / 2 - 20)}0]}`;
    return fc.constantFrom(named(text), named(padded(list, bytes)));
  });

/** Values of Content-Type. */
export const mediaType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('multipart/form-data; boundary=x', 'text/plain', 'application/json; charset=x'),
  },
);
