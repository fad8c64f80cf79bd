import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);
const shortestPiece = 4;

/**
 * Whether a password is one of the 49,000 most common, in any case, with digits and signs around it
 * ("Password!2026"), or one of them repeated ("dragondragon").
 */
export function isCommonPassword(password: string): boolean {
  const whole = password.normalize('NFKC').toLowerCase();
  const core = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const piece = /^(.+?)\1+$/u.exec(whole)?.[1];
  return [whole, core, piece].some((part) => part !== undefined && isCommon(part));
}

const isCommon = (text: string) => text.length >= shortestPiece && common.has(text);
