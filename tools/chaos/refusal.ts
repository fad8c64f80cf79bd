import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/** Why a tap does not count, as its window was told; null where the desk has taken it. */
export function refusalOf(result: ActionResult<Verdict>): string | null {
  if (!result.ok) return `${result.error.code}: ${result.error.message}`;
  const { kind, reasons } = result.value;
  return kind === 'refused' || kind === 'unknown' ? `${kind}: ${reasons.map(({ code }) => code).join(', ')}` : null;
}
