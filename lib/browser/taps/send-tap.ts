import { postJson } from '#lib/browser/base/ask-desk.ts';
import { timeToSend } from '#lib/browser/clock/time-to-send.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isVerdict } from '#lib/wire/answers/verdict.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';

/** Identifies the tap whose visit is undone. */
export interface Undo {
  tapId: string;
  locationId: string;
}

/** Identifies a scan to void because it was only a part of a card. */
export interface VoidedScan extends Undo {
  /** The part of the card number that was read. */
  value: string;
}

/**
 * Sends a tap with `fetch`, which can be aborted and does not queue behind the page's server actions.
 * @throws when the desk can't be reached, sends an invalid response, or `signal` fires
 */
export const sendTap = async (request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...request, ...(await timeToSend(request)) }, signal);

/** @throws as `sendTap` */
export const sendUndo = (undo: Undo, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...undo, kind: 'undo' }, signal);

/** @throws as `sendTap` */
export const sendVoid = (voided: VoidedScan, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...voided, kind: 'void' }, signal);

/** The URL repeats the location: the desk limits requests per gym by it, before it reads the body. */
const post = <Body extends { locationId: string }>(body: Body, signal: AbortSignal) =>
  postJson(pathAt(body.locationId, '/api/desk/taps'), body, isVerdict, signal);
