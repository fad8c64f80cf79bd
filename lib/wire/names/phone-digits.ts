/**
 * The digits by which a phone number is searched: `+49 (0)30 555-0142` and `030 5550142` both hold `305550142`. What
 * stands before them depends on where one calls from.
 */
export const phoneDigits = (number: string): string =>
  number.replaceAll('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
