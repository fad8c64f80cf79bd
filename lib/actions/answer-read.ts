import 'server-only';
import { auditRefusal } from '#lib/auth/audit-refusal.ts';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { noteActivity } from '#lib/auth/session/sessions.ts';
import { runningDesk } from '#lib/desk/base/desk-context.ts';
import { joinRequest } from '#lib/log/run-in-context.ts';
import type { ActionError, ActionErrorCode } from '#lib/wire/action-result.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { toActionError } from './to-action-error.ts';

const statusOf: Record<ActionErrorCode, number> = {
  signedOut: 401,
  notAllowed: 403,
  invalidInput: 400,
  notFound: 404,
  conflict: 409,
  tooLate: 409,
  staffBadge: 409,
  platformUnavailable: 503,
  deskUnreachable: 503,
  pageOutdated: 409,
  platformForbids: 502,
  unexpected: 500,
};

const headers = { 'cache-control': 'no-store' };

export const answerActionError = (error: ActionError): Response =>
  Response.json({ ok: false, error }, { status: statusOf[error.code], headers });

/** Answers a request of a screen: what it throws is the answer that a screen can tell. */
export function answerRequest(work: () => Promise<Response>): Promise<Response> {
  const { log } = runningDesk();
  return joinRequest(log, async (requestId) => {
    try {
      return await work();
    } catch (error) {
      return answerActionError(toActionError(error, requestId, log));
    }
  });
}

/**
 * Answers a GET of a screen: staff, permission, read, errors, in that order. A screen reads again by itself, which keeps no
 * session going; what a person has typed or scanned (`isActivity`) does.
 */
export async function answerRead<Value>(
  permission: StaffPermission,
  read: (context: StaffContext) => Promise<Value>,
  { isActivity = false } = {},
): Promise<Response> {
  return answerRequest(async () => {
    let context: StaffContext | undefined;
    try {
      context = await requireStaff(permission);
      if (isActivity) noteActivity(context.desk, context.session);
      return Response.json(await read(context), { headers });
    } catch (error) {
      if (context) await auditRefusal(context, permission, error);
      throw error;
    }
  });
}
