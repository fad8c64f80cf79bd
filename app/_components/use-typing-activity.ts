import { useEffect } from 'react';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { noteTyping } from '#lib/browser/page/note-typing.ts';
import { typing } from '#lib/wire/reads/session.ts';

const answersWithinMs = 5_000;

/** Counts typing on the page as activity of the session, also while nothing of it is saved. */
export function useTypingActivity(locationId: string): void {
  useEffect(
    () => noteTyping(() => askRead(typing, locationId, {}, AbortSignal.timeout(answersWithinMs))),
    [locationId],
  );
}
