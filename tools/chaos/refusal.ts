import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/** Why a tap does not count, as reported to its window; null if the desk has accepted it. */
export function refusalOf(result: ActionResult<Verdict>): string | null {
  if (!result.ok) return `${result.error.code}: ${result.error.message}`;
  const { kind, reasons } = result.value;
  return kind === 'refused' || kind === 'unknown' ? `${kind}: ${reasons.map(({ code }) => code).join(', ')}` : null;
}
