import 'server-only';
import { and, count, eq, gt } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { findSignInLink, urlOfLink } from '#lib/server/auth/sign-in-link.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import type { Staff } from '#lib/server/db/schema/staff.ts';
import type { MailLinkInput, MailOutcome } from '#lib/wire/staff.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { changeOther } from './change-colleague.ts';
import { auditEverywhere, requireEnabled } from './colleague.ts';

/** Far more than a chain hires in an hour: a stolen session must not become a source of spam. */
const mailsPerHour = 60;

interface LinkMail {
  /** Whether the person chooses their first password with it. */
  isInvitation: boolean;
  name: string;
  /** The name of the manager who sends it. */
  from: string;
  gym: string;
  url: string;
}

/** Writes the e-mail, in the language of the manager. */
export type WriteLinkMail = (mail: LinkMail) => { subject: string; text: string };

/**
 * Sends a colleague their sign-in link by e-mail, to the address that they sign in with. The browser returns the link's token,
 * since the desk does not store it.
 * @throws ActionFailure `notFound` without a mail server; otherwise as for the creation of a link
 */
export async function sendLink(
  context: StaffContext,
  { token, write }: MailLinkInput & { write: WriteLinkMail },
): Promise<MailOutcome> {
  const { desk, staff: manager, actor } = context;
  const { mailer } = desk;
  if (!mailer) throw new ActionFailure('notFound', 'No mail server is configured.');
  const person = await findSignInLink(desk, token);
  if (!person) return { kind: 'linkGone' };
  const { id: staffId, email, name } = person;
  const isAllowed = await changeOther(context, staffId, async (tx) => {
    await requireEnabled(tx, context, { staffId });
    if ((await countMails(tx, context)) >= mailsPerHour) return false;
    // before it is sent, so that none goes unrecorded
    await auditEverywhere(tx, context, { staffId, action: 'mailSignInLink' });
    return true;
  });
  if (!isAllowed) return { kind: 'tooMany' };
  const written = write({
    name,
    from: manager.name,
    gym: actor.location.name,
    url: urlOfLink(desk, token),
    isInvitation: isInvited(person),
  });
  const answer = await mailer.send({ to: email, ...written });
  if (answer.kind !== 'sent') desk.log.warn({ answer }, 'an e-mail was not sent');
  return { kind: answer.kind };
}

const isInvited = ({ passwordHash }: Staff) => passwordHash === null;

async function countMails(tx: Queryable, { desk, actor, staff }: StaffContext): Promise<number> {
  const [sent] = await tx
    .select({ mails: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.locationId, actor.location.id),
        gt(auditLog.at, new Date(desk.clock() - hourMs)),
        eq(auditLog.action, 'mailSignInLink'),
        eq(auditLog.staffId, staff.id),
      ),
    );
  return sent?.mails ?? 0;
}
