import { expect, test } from 'vitest';
import { createPlatformSeal } from './seal.ts';

test('values in existing databases of the platform can be unsealed', () => {
  const seal = createPlatformSeal('a secret of at least thirty-two characters');
  const stored = 'v1.BwcHBwcHBwcHBwcHrbQGIW_Mr1w4Jt_5R6A7fHatZ8dQM_s_uw';
  expect(seal.open(stored, 'chain 1/gym 1')).toBe('fd_key_ü');
  expect(seal.open(stored, 'chain 1/gym 2')).toBeNull();
});
