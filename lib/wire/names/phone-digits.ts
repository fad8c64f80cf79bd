/**
 * The digits to search a phone number by: `+49 (0)30 555-0142` and `030 5550142` both contain `305550142`. The prefix
 * before them depends on where one calls from.
 */
export const phoneDigits = (number: string): string =>
  number.replaceAll('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
