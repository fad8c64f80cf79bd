/** Decimal numbers with all digits of 4, 5, 7 and 8 bytes, and of Wiegand 26. */
const fullLengths: readonly number[] = [8, 10, 13, 17, 20];

/** Whether digits are as many as a card number has, or of a form that only card numbers have: others are mostly typos. */
export const isFullNumber = (text: string): boolean =>
  /^\d{1,3},\d{1,5}$/.test(text) || /[a-f]/i.test(text) || (/^\d+$/.test(text) && fullLengths.includes(text.length));
