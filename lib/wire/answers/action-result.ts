import type { ActionError, ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { type Is, isFlag, isText, maybe, objectOf, oneOf } from './shape.ts';

const isCode = oneOf<ActionErrorCode>({
  signedOut: true,
  notAllowed: true,
  invalidInput: true,
  notFound: true,
  conflict: true,
  tooLate: true,
  reauthenticationNeeded: true,
  passkeyRequired: true,
  staffBadge: true,
  platformUnavailable: true,
  keyRejected: true,
  permissionMissing: true,
  deskUnreachable: true,
  pageOutdated: true,
  platformForbids: true,
  storageFailed: true,
  unexpected: true,
});

const isTexts: Is<Record<string, string>> = (value): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

const isError: Is<ActionError> = objectOf({
  code: isCode,
  message: isText,
  requestId: isText,
  retryable: isFlag,
  fieldErrors: maybe(isTexts),
  gym: maybe(isText),
});

export type Failed = Extract<ActionResult<never>, { ok: false }>;

/** Validates the response to a request that failed. */
export const isFailed: Is<Failed> = objectOf({ ok: (value): value is false => value === false, error: isError });

/** Validates the response to an action. */
export const resultOf = <Value>(isValue: Is<Value>): Is<ActionResult<Value>> => {
  const isDone: Is<{ ok: true; value: Value }> = objectOf({
    ok: (value): value is true => value === true,
    value: isValue,
  });
  return (answer): answer is ActionResult<Value> => isDone(answer) || isFailed(answer);
};
