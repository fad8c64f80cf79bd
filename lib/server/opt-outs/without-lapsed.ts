import 'server-only';
import { longestConfirmedMs, type OptOutCheck } from '#lib/server/db/schema/opt-outs.ts';

/** Without a confirmation from too long ago, so that the question is open again; also by a clock that was set back. */
export function withoutLapsed(check: OptOutCheck, now: number): OptOutCheck {
  if (check.confirmedCount === null) return check;
  const confirmedAt = check.confirmedAt?.getTime() ?? 0;
  if (Math.abs(now - confirmedAt) < longestConfirmedMs) return check;
  return { ...check, requestedBy: null, confirmedCount: null, confirmedAt: null };
}
