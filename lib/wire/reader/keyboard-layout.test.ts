import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { misreadingLayout } from './keyboard-layout.ts';

const rows = {
  'French AZERTY': `à&é"'(-è_ç`,
  'Belgian AZERTY': `à&é"'(§è!ç`,
  Czech: 'é+ěščřžýáí',
  Slovak: 'é+ľščťžýáí',
  'English with Shift held': ')!@#$%^&*(',
  'German with Shift held': '=!"§$%&/()',
};
const typedUnder = (row: string, number: string) => number.replace(/\d/g, (digit) => row.charAt(Number(digit)));

describe('a keyboard layout that turns digits into symbols', () => {
  it.each(Object.entries(rows))('%s is named', (name, row) => {
    expect(misreadingLayout(typedUnder(row, '1904649758'))).toBe(name);
  });

  it('is recognised whatever decimal number was scanned', () => {
    const number = fc.stringMatching(/^\d{8,17}$/);
    fc.assert(
      fc.property(number, fc.constantFrom(...Object.values(rows)), (number, row) => {
        expect(misreadingLayout(typedUnder(row, number))).not.toBeNull();
      }),
    );
  });

  it('is recognised in hex, where AZERTY also moves the A', () => {
    expect(misreadingLayout(typedUnder(rows['French AZERTY'], '0xQ4Q23BC2'))).toBe('French AZERTY');
  });

  it('is not blamed for a text that still has a digit', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.string(), (before, digit, after) => {
        expect(misreadingLayout(`${before}${digit}${after}`)).toBeNull();
      }),
    );
  });

  it('is not blamed for names, e-mail addresses and words of hex letters', () => {
    for (const text of ['René Fée', 'lena.vogt@example.com', 'facade', 'abcdef', "d'abed", '()--']) {
      expect(misreadingLayout(text)).toBeNull();
    }
  });
});
