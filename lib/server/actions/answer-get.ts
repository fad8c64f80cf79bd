import 'server-only';
import { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { authorise, contextAt, type SignedIn, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { noteHeaders } from '#lib/server/log/request-context.ts';
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
  reauthenticationNeeded: 403,
  passkeyRequired: 403,
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

/**
 * Answers a request of a screen, and converts exceptions into errors that screens can show.
 * @param sent the headers of the request, for its log lines; left out where `work` reads them with Next's `headers()`
 */
export function answerRequest(work: () => Promise<Response>, sent?: Headers): Promise<Response> {
  const { log } = runningDesk();
  return joinRequest(log, async (requestId) => {
    if (sent) noteHeaders(sent);
    try {
      return await work();
    } catch (error) {
      return answerActionError(toActionError({ log, requestId }, error));
    }
  });
}

interface GetDefinition<Input> {
  permission: StaffPermission;
  /** The schema of the query, beside the location. */
  input?: z.ZodType<Input>;
  /** Whether the read is caused by a person, and so keeps the session alive. Refetches of screens do not. */
  isActivity?: boolean;
  /** Whether it is asked about locations of other pages: it is refused after the idle limit of its location, which ends no session. */
  isGlance?: boolean;
}

const place = z.looseObject({ locationId: z.uuid() });

/**
 * Answers a GET of a screen: session, permission, location, input, answer, errors, in that order. The URL names the location, so
 * that an answer never depends on what other tabs of the browser show.
 */
export function answerGet<Input = unknown>(
  request: Request,
  { permission, input, isActivity = false, isGlance = false }: GetDefinition<Input>,
  answer: (context: StaffContext, input: Input) => Promise<Response>,
): Promise<Response> {
  return answerRequest(async () => {
    let known: SignedIn | undefined;
    try {
      const signedIn = await requireStaff(permission, { url: request.url });
      known = signedIn;
      const { locationId, ...asked } = place.parse(Object.fromEntries(new URL(request.url).searchParams));
      const context = authorise(await contextAt(signedIn, locationId, { isGlance }), permission);
      known = context;
      if (isActivity) noteActivity(context.desk, context.session);
      // safe because: without a schema, `answer` takes no input
      return await answer(context, (input ? input.parse(asked) : undefined) as Input);
    } catch (error) {
      if (known) await auditRefusal(known, { permission, error });
      throw error;
    }
  }, request.headers);
}
