import type { MigrationWait, PauseReason } from '#lib/wire/migration.ts';
import type { AnsweredRow } from './settle.ts';

/** What a batch of answers means: of the rows one by one, or of the whole list. */
export type Judgement =
  | { kind: 'rows'; rows: readonly AnsweredRow[] }
  /** Nothing is known of any row; they are asked for again. */
  | { kind: 'waits'; because: MigrationWait }
  | { kind: 'pauses'; because: PauseReason };

/** So many in a row are forbidden by their key rather than for what each of them is. */
const fewestForbidden = 3;

/**
 * Tells what is wrong with a row from what is wrong with the platform or the key, for which no row is to blame.
 * @param isProven whether the platform answers something else; asked only where no row was answered
 */
export async function judge(answered: readonly AnsweredRow[], isProven: () => Promise<boolean>): Promise<Judgement> {
  const answers = answered.map(({ answer }) => answer);
  if (answers.some(({ kind }) => kind === 'notPermitted')) return { kind: 'pauses', because: 'permissionMissing' };
  const told = answers.filter(({ kind }) => kind !== 'later');
  const isForbidden = told.every((answer) => answer.kind === 'refused' && answer.isForbidden);
  if (told.length >= fewestForbidden && isForbidden) return { kind: 'pauses', because: 'forbidden' };
  if (told.length > 0) return { kind: 'rows', rows: answered };
  const waits = answers.flatMap((answer) => (answer.kind === 'later' ? [answer.because] : []));
  const [because = 'failed'] = waits.filter((reason) => reason !== 'busy');
  if (waits.every((reason) => reason === 'busy')) return { kind: 'waits', because: 'busy' };
  return (await isProven()) ? { kind: 'rows', rows: answered } : { kind: 'waits', because };
}
