import 'server-only';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { readClientAddress } from './browser/browser.ts';
import type { StaffContext } from './load-staff.ts';
import { endAllSessions } from './session/sessions.ts';

export const signOutInput = z.object({ staffId: z.uuid() });

/**
 * Ends all sessions of a person, including the one of this request.
 * @param staffId the person whom the screen shows
 * @throws ActionFailure `notAllowed` where another person has signed in at this browser in between
 */
export async function signOutEverywhere(
  { desk, actor, staff }: StaffContext,
  { staffId }: z.infer<typeof signOutInput>,
): Promise<null> {
  // the screen may briefly show the previous person
  if (staffId !== staff.id) throw new ActionFailure('notAllowed', 'Somebody else is signed in by now.');
  const clientAddress = await readClientAddress();
  return desk.db.transaction(async (tx) => {
    await endAllSessions(tx, staffId);
    const entry = { locationId: actor.location.id, staffId, clientAddress };
    await writeAudit(tx, desk, { ...entry, action: 'signOutEverywhere' });
    return null;
  });
}
