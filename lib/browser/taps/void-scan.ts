import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';
import { callAction } from '#lib/browser/base/call-action.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { VoidedScan } from './send-tap.ts';

/** Slightly longer than a visit is held where the gym has not configured more than 10 s. */
const worthwhileMs = 15_000;
const pauses = { firstMs: 1_000, longestMs: 4_000 };

/** Retries until the desk responds or it is too late. The desk may or may not have received the tap itself. */
export async function voidUntilHeard(
  send: (voided: VoidedScan) => Promise<ActionResult<Verdict>>,
  voided: VoidedScan,
): Promise<ActionResult<Verdict>> {
  const backoff = createBackoff(pauses);
  for (let waitedMs = 0; ; ) {
    let askedMs = 0;
    const result = await callAction(() =>
      send(voided).catch((error) => {
        askedMs = retryAfterMsOf(error);
        throw error;
      }),
    );
    if (result.ok || !result.error.retryable || waitedMs >= worthwhileMs) return result;
    const pauseMs = backoff.nextMs(Math.min(askedMs, worthwhileMs - waitedMs));
    waitedMs += pauseMs;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
