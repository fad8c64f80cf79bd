import { describe, expect, test } from 'vitest';
import { createByteSeal, createSeal } from './seal.ts';

const secret = 'a secret of at least thirty-two characters';
const programs = ['desk', 'platform'] as const;

test.each([
  ['desk', 'l-1/apiKey', 'v1.BwcHBwcHBwcHBwcH_ejkXT50-kH3tzKIp14AKyfzZih2uamlPg'],
  ['platform', 'chain 1/gym 1', 'v1.BwcHBwcHBwcHBwcHrbQGIW_Mr1w4Jt_5R6A7fHatZ8dQM_s_uw'],
] as const)('what stands in a database of the %s opens, and is written in the same form', (program, owner, stored) => {
  const seal = createSeal({ program, secret, randomBytes: (length) => Buffer.alloc(length, 7) });
  expect(seal.open(stored, owner)).toBe('fd_key_ü');
  expect(seal.close('fd_key_ü', owner)).toBe(stored);
});

test('a picture that stands in a database of the desk opens', () => {
  const stored = Buffer.from('BwcHBwcHBwcHBwcHZIxjttwzDhQRsoho1INOVbqnbT0', 'base64url');
  expect(createByteSeal({ program: 'desk', secret }).open(stored, 'l-1/photo/a-1')).toEqual(
    Buffer.from([0xff, 0x00, 0xd8, 0x80]),
  );
});

test('what one program sealed does not open in the other, under the same secret', () => {
  const [desk, platform] = programs.map((program) => createSeal({ program, secret }));
  expect(desk?.open(platform?.close('s3cret', 'gym 1') ?? '', 'gym 1')).toBeNull();
  expect(platform?.open(desk?.close('s3cret', 'gym 1') ?? '', 'gym 1')).toBeNull();
});

describe.each(programs)('of the %s', (program) => {
  const seal = createSeal({ program, secret });

  test('a secret opens for its owner', () => {
    expect(seal.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    expect(seal.open(seal.close('', 'gym 1'), 'gym 1')).toBe('');
  });

  test('sealed text does not hold the secret, and differs each time', () => {
    const sealed = seal.close('a long enough secret', 'gym 1');
    expect(sealed).not.toContain('secret');
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
    expect(seal.close('a long enough secret', 'gym 1')).not.toBe(sealed);
  });

  test('a secret does not open for another owner, under another key, or after a change', () => {
    const sealed = seal.close('s3cret', 'gym 1');
    expect(seal.open(sealed, 'gym 2')).toBeNull();
    expect(createSeal({ program, secret: `${secret}!` }).open(sealed, 'gym 1')).toBeNull();
    for (let position = 3; position < sealed.length; position += 1) {
      const changed = sealed.slice(0, position) + (sealed[position] === 'A' ? 'B' : 'A') + sealed.slice(position + 1);
      expect(seal.open(changed, 'gym 1')).toBeNull();
    }
    for (const added of [' ', '=', '!', 'A', '.']) expect(seal.open(sealed + added, 'gym 1')).toBeNull();
  });

  test.each(['', 's3cret', 'v1.', 'v1.AAAA', 'v2.BwcHBwcHBwcHBwcHrbQGIW_Mr1w4Jt_5R6A7fHatZ8dQM_s_uw'])(
    '“%s” is no sealed text',
    (text) => {
      expect(seal.open(text, 'gym 1')).toBeNull();
    },
  );

  test('bytes do not open after any change, nor cut off', () => {
    const bytes = createByteSeal({ program, secret });
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

  test('while the secret is being changed, what was sealed before opens, and what is sealed now needs the new one alone', () => {
    const next = 'the secret of the operator after that one';
    const changing = createSeal({ program, secret: next, previousSecret: secret });
    expect(changing.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    const changed = createSeal({ program, secret: next });
    expect(changed.open(changing.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
    expect(seal.open(changing.close('s3cret', 'gym 1'), 'gym 1')).toBeNull();
    expect(changing.open(seal.close('s3cret', 'gym 1'), 'gym 2')).toBeNull();
  });
});
