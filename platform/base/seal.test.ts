import { expect, test } from 'vitest';
import { randomIds } from './clock-and-ids.ts';
import { createSeal } from './seal.ts';

const seal = createSeal('a secret of the operator, 32 and more', randomIds);

test('a secret opens for its owner', () => {
  expect(seal.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
});

test('sealed text does not hold the secret, and differs each time', () => {
  const sealed = seal.close('a long enough secret', 'gym 1');
  expect(sealed).not.toContain('secret');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret');
  expect(seal.close('a long enough secret', 'gym 1')).not.toBe(sealed);
});

test('a secret does not open for another owner, under another key, or after a change', () => {
  const sealed = seal.close('s3cret', 'gym 1');
  expect(() => seal.open(sealed, 'gym 2')).toThrow();
  expect(() => createSeal('another secret of the operator, 32+', randomIds).open(sealed, 'gym 1')).toThrow();
  for (let position = 3; position < sealed.length; position += 1) {
    const changed = sealed.slice(0, position) + (sealed[position] === 'A' ? 'B' : 'A') + sealed.slice(position + 1);
    expect(() => seal.open(changed, 'gym 1')).toThrow();
  }
  for (const added of [' ', '=', '!', 'A', '.']) expect(() => seal.open(sealed + added, 'gym 1')).toThrow();
  expect(() => seal.open('s3cret', 'gym 1')).toThrow();
  expect(() => seal.open('v1.AAAA', 'gym 1')).toThrow();
});

test('while the secret is being changed, what was sealed before opens, and what is sealed now needs the new one alone', () => {
  const [old, next] = ['a secret of the operator, 32 and more', 'the secret of the operator after that one'];
  const changing = createSeal(next, randomIds, old);
  expect(changing.open(seal.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
  expect(createSeal(next, randomIds).open(changing.close('s3cret', 'gym 1'), 'gym 1')).toBe('s3cret');
  expect(() => seal.open(changing.close('s3cret', 'gym 1'), 'gym 1')).toThrow();
  expect(() => changing.open(seal.close('s3cret', 'gym 1'), 'gym 2')).toThrow();
});
