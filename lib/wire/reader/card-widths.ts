/** Widths of card numbers in bytes: Wiegand 26 in hex, MIFARE and HITAG 1, EM 4100, MIFARE, ISO 15693, ISO 14443. */
export const cardByteLengths = [3, 4, 5, 7, 8, 10] as const;
export type CardByteLength = (typeof cardByteLengths)[number];
