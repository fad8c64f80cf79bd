const shortestPiece = 4;

/**
 * Whether a password is one of the 49,000 most common, in any case, with digits and signs around it
 * ("Password!2026"), or one of them repeated ("dragondragon").
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const whole = password.normalize('NFKC').toLowerCase();
  const core = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const piece = /^(.+?)\1+$/u.exec(whole)?.[1];
  const common = await readCommon();
  return [whole, core, piece].some((part) => part !== undefined && part.length >= shortestPiece && common.has(part));
}

let known: Promise<ReadonlySet<string>> | undefined;

/** With the first password that is chosen, since they take 8 MB and 30 ms of processor time: most programs never need them. */
function readCommon(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return known;
}
