import { postJson } from '#lib/browser/base/ask-desk.ts';
import { timeToSend } from '#lib/browser/clock/time-to-send.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isChangeOutcome } from '#lib/wire/answers/tasks.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';

/** @throws when the desk can't be reached, sends an invalid response, or `signal` fires */
export const sendChange = async (
  request: TaskChangeRequest,
  signal: AbortSignal,
): Promise<ActionResult<ChangeOutcome>> =>
  postJson(
    pathAt(request.locationId, '/api/desk/tasks'),
    { ...request, ...(await timeToSend(request)) },
    isChangeOutcome,
    signal,
  );
