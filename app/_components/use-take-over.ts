import { useEffect, useEffectEvent, useState } from 'react';
import { askRead, ReadError } from '#lib/browser/base/ask-desk.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { uncoverPage } from '#lib/browser/page/page-cover.ts';
import { givePageUp } from '#lib/browser/page/page-leaving.ts';
import { onSessionChange, tellSessionChange, tellThisPage } from '#lib/browser/queries/session-change.ts';
import { typing } from '#lib/wire/reads/session.ts';
import { enter } from './enter.ts';

const answersWithinMs = 5_000;

interface TakeOver {
  locationId: string;
  /** The user whose session has ended; once the page is refreshed after a sign-in, the new one. */
  staffId: string;
  /** The page of the gym that opens for another user; null where this page stays. */
  restartsAt: string | null;
}

/**
 * Decides what becomes of a covered page after a sign-in. The same user goes on; another one gets what a sign-in by badge gives on such a
 * page: the page itself, whose forms name who began them, or a new page. After a sign-in on another page of the browser, a page that
 * another user may not have stays covered.
 * @returns to be called after a sign-in on this page. It returns false if the session does not count yet, and throws where the desk
 * cannot be reached
 */
export function useTakeOver({ locationId, staffId, restartsAt }: TakeOver): () => Promise<boolean> {
  const toGym = useGymPath();
  const [coveredOf] = useState(staffId);
  const takeOver = async (where: 'here' | 'elsewhere') => {
    const user = await askUser(locationId);
    if (user.kind === 'nobody') return false;
    const isSame = user.kind === 'here' && user.staffId === coveredOf;
    if (isSame || (user.kind === 'here' && restartsAt === null)) {
      if (isSame) uncoverPage();
      const tell = where === 'here' ? tellSessionChange : tellThisPage;
      tell(isSame ? 'again' : 'here');
    } else if (where === 'here') {
      givePageUp();
      enter(toGym(restartsAt ?? '/'));
    }
    return true;
  };
  const hear = useEffectEvent(() => {
    // it stays covered without an answer: somebody can sign in here
    takeOver('elsewhere').catch(() => {});
  });
  useEffect(() => {
    // somebody may have signed in before this was there
    hear();
    return onSessionChange((change) => change === 'elsewhere' && hear());
  }, []);
  // another user sees the page only as it is for them: their role may not open it
  const isTheirs = staffId !== coveredOf && restartsAt === null;
  useEffect(() => {
    if (isTheirs) uncoverPage();
  }, [isTheirs]);
  return () => takeOver('here');
}

/** `stranger`: without access to the location. */
type User = { kind: 'here'; staffId: string } | { kind: 'stranger' } | { kind: 'nobody' };

/** Asks whose session this browser has now. @throws where the desk cannot be reached */
async function askUser(locationId: string): Promise<User> {
  try {
    const { staffId } = await askRead(typing, locationId, {}, AbortSignal.timeout(answersWithinMs));
    return { kind: 'here', staffId };
  } catch (error) {
    if (error instanceof ReadError && error.status === 401) return { kind: 'nobody' };
    if (error instanceof ReadError && error.status === 403) return { kind: 'stranger' };
    throw error;
  }
}
