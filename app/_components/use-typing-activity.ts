import { useEffect } from 'react';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { noteTyping } from '#lib/browser/page/note-typing.ts';
import { typing } from '#lib/wire/reads/session.ts';

const answersWithinMs = 5_000;

/**
 * Counts typing on the page as activity of the session, also while nothing of it is saved.
 * @param isSignedIn whether there is a session
 */
export function useTypingActivity(locationId: string, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    return noteTyping(() => askRead(typing, locationId, {}, AbortSignal.timeout(answersWithinMs)));
  }, [locationId, isSignedIn]);
}
