import { describe, expect, test } from 'vitest';
import { createByteSeal, createSeal, type SealFormat } from './seal.ts';

const secret = 'a secret of at least thirty-two characters';
const tagLast: SealFormat = { purpose: 'keys of a test', isTagFirst: false };
const tagFirst: SealFormat = { purpose: 'keys of a test', isTagFirst: true };

test('a value sealed for another purpose cannot be unsealed, even with the same secret', () => {
  const [one, other] = ['keys', 'pictures'].map((purpose) => createSeal({ format: { ...tagLast, purpose }, secret }));
  expect(other?.open(one?.close('s3cret', 'gym 1') ?? '', 'gym 1')).toBeNull();
});

test('a value with the other layout cannot be unsealed', () => {
  const sealed = createSeal({ format: tagFirst, secret }).close('s3cret', 'gym 1');
  expect(createSeal({ format: tagLast, secret }).open(sealed, 'gym 1')).toBeNull();
});

describe.each([
  ['after', tagLast],
  ['before', tagFirst],
])('with the tag %s the text', (_, format) => {
  const seal = createSeal({ format, secret });

  test('a secret can be unsealed for its owner', () => {
    expect(seal.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    expect(seal.open(seal.close('', 'gym 1'), 'gym 1')).toBe('');
  });

  test('a sealed text does not contain the secret, and differs each time', () => {
    const sealed = seal.close('a long enough secret', 'gym 1');
    expect(sealed).not.toContain('secret');
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
    expect(seal.close('a long enough secret', 'gym 1')).not.toBe(sealed);
  });

  test('a secret cannot be unsealed for another owner, with another key, or after a change', () => {
    const sealed = seal.close('s3cret', 'gym 1');
    expect(seal.open(sealed, 'gym 2')).toBeNull();
    expect(createSeal({ format, secret: `${secret}!` }).open(sealed, 'gym 1')).toBeNull();
    for (let position = 3; position < sealed.length; position += 1) {
      const changed = sealed.slice(0, position) + (sealed[position] === 'A' ? 'B' : 'A') + sealed.slice(position + 1);
      expect(seal.open(changed, 'gym 1')).toBeNull();
    }
    for (const added of [' ', '=', '!', 'A', '.']) expect(seal.open(sealed + added, 'gym 1')).toBeNull();
  });

  test.each(['', 's3cret', 'v1.', 'v1.AAAA', 'v2.BwcHBwcHBwcHBwcHrbQGIW_Mr1w4Jt_5R6A7fHatZ8dQM_s_uw'])(
    '“%s” is not a sealed text',
    (text) => {
      expect(seal.open(text, 'gym 1')).toBeNull();
    },
  );

  test('bytes cannot be unsealed after any change, or truncated', () => {
    const bytes = createByteSeal({ format, secret });
    const picture = Buffer.from([0xff, 0x00, 0xd8, 0x80]);
    const sealed = bytes.close(picture, 'lena');
    expect(bytes.open(sealed, 'lena')).toEqual(picture);
    expect(bytes.open(sealed, 'mira')).toBeNull();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(bytes.open(changed, 'lena')).toBeNull();
    }
    expect(bytes.open(sealed.subarray(0, 20), 'lena')).toBeNull();
  });

  test('during a rotation, values sealed before can be unsealed, and new values need the new secret only', () => {
    const next = 'the secret of the operator after that one';
    const changing = createSeal({ format, secret: next, previousSecret: secret });
    expect(changing.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    const changed = createSeal({ format, secret: next });
    expect(changed.open(changing.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    expect(seal.open(changing.close('s3cret', 'gym 1'), 'gym 1')).toBeNull();
    expect(changing.open(seal.close('s3cret', 'gym 1'), 'gym 2')).toBeNull();
  });
});
