import 'server-only';
import { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { contextAt, type SignedIn, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { joinRequest } from '#lib/server/log/run-in-context.ts';
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
  keyRejected: 503,
  permissionMissing: 503,
  deskUnreachable: 503,
  pageOutdated: 409,
  platformForbids: 502,
  storageFailed: 503,
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
      return answerActionError(toActionError({ log, requestId }, error));
    }
  });
}

interface GetDefinition<Input> {
  permission: StaffPermission;
  /** What the address says, beside the location. */
  input?: z.ZodType<Input>;
  /** A screen reads again by itself, which keeps no session going; what a person has typed or scanned does. */
  isActivity?: boolean;
}

const place = z.looseObject({ locationId: z.uuid() });

/**
 * Answers a GET of a screen: staff, permission, location, input, answer, errors, in that order. The address names the
 * location: an answer is of that one, whatever other tabs of the browser show, or is a refusal.
 */
export function answerGet<Input = unknown>(
  request: Request,
  { permission, input, isActivity = false }: GetDefinition<Input>,
  answer: (context: StaffContext, input: Input) => Promise<Response>,
): Promise<Response> {
  return answerRequest(async () => {
    let known: SignedIn | undefined;
    try {
      const signedIn = await requireStaff(permission);
      known = signedIn;
      const { locationId, ...asked } = place.parse(Object.fromEntries(new URL(request.url).searchParams));
      const context = await contextAt(signedIn, locationId);
      known = context;
      if (isActivity) noteActivity(context.desk, context.session);
      // safe because: where no input is described, none is asked for
      return await answer(context, (input ? input.parse(asked) : undefined) as Input);
    } catch (error) {
      if (known) await auditRefusal(known, { permission, error });
      throw error;
    }
  });
}
