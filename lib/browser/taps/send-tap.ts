import { postJson } from '#lib/browser/base/ask-desk.ts';
import { timeToSend } from '#lib/browser/clock/time-to-send.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isVerdict } from '#lib/wire/answers/verdict.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';

/** What a tap recorded, to be taken back. */
export interface Undo {
  tapId: string;
  locationId: string;
}

/** A scan that was a part of a card only, to be taken back. */
export interface VoidedScan extends Undo {
  /** What was read of the card. */
  value: string;
}

/**
 * Sends a tap through the route that can be aborted, whatever else the page waits for.
 * @throws when the desk can't be reached, answers nonsense, or `signal` fires
 */
export const sendTap = async (request: TapRequest, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...request, ...(await timeToSend(request)) }, signal);

/** @throws as `sendTap` */
export const sendUndo = (undo: Undo, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...undo, kind: 'undo' }, signal);

/** @throws as `sendTap` */
export const sendVoid = (voided: VoidedScan, signal: AbortSignal): Promise<ActionResult<Verdict>> =>
  post({ ...voided, kind: 'void' }, signal);

/** The address says the location too: by it the door shares its places out among the gyms, before it has read a body. */
const post = <Body extends { locationId: string }>(body: Body, signal: AbortSignal) =>
  postJson(pathAt(body.locationId, '/api/desk/taps'), body, isVerdict, signal);
