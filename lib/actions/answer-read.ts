import 'server-only';
import { randomUUID } from 'node:crypto';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import type { StaffPermission } from '#lib/auth/permissions.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { runningDesk } from '#lib/desk/desk.ts';
import type { ActionError, ActionErrorCode } from './result.ts';
import { toActionError } from './to-action-error.ts';

const statusOf: Record<ActionErrorCode, number> = {
  signedOut: 401,
  notAllowed: 403,
  invalidInput: 400,
  notFound: 404,
  conflict: 409,
  tooLate: 409,
  staffBadge: 409,
  tooManyAttempts: 429,
  platformUnavailable: 503,
  deskUnreachable: 503,
  platformForbids: 502,
  unexpected: 500,
};

const headers = { 'cache-control': 'no-store' };

export const answerActionError = (error: ActionError): Response =>
  Response.json({ ok: false, error }, { status: statusOf[error.code], headers });

/** Answers a GET of a screen: staff, permission, read, errors, in that order. */
export async function answerRead<Value>(
  permission: StaffPermission,
  read: (context: StaffContext) => Promise<Value>,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    return Response.json(await read(await requireStaff(permission)), { headers });
  } catch (error) {
    return answerActionError(toActionError(error, requestId, runningDesk().log));
  }
}
