import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { coalesce } from '#lib/server/base/run-every.ts';

/** A read of one location and input, with those who wait for it. */
interface Shared<Answer> {
  ask: () => Promise<Answer>;
  waiting: number;
}

/**
 * One answer for all windows of a location that ask at the same time, as after an event or an outage. A request never gets an
 * answer whose reading began before it: those that arrive meanwhile share the next one. `read` is given the location and the
 * input alone, nothing of the person, so that the answer cannot depend on who asked first; what depends on a permission is
 * part of the input. Requests from before and after a change of the location's settings share nothing.
 */
export function shareAnswers<Answer, Input = undefined>(
  read: (context: LocationContext, input: Input) => Promise<Answer>,
): (context: LocationContext, input: Input) => Promise<Answer> {
  const byDesk = new WeakMap<DeskContext, Map<string, Shared<Answer>>>();
  return async ({ desk, actor: { location } }, input) => {
    const ofDesk = byDesk.get(desk) ?? new Map<string, Shared<Answer>>();
    byDesk.set(desk, ofDesk);
    const key = JSON.stringify([location, input]);
    const shared = ofDesk.get(key) ?? {
      ask: coalesce(() => read({ desk, actor: { location } }, input)),
      waiting: 0,
    };
    ofDesk.set(key, shared);
    shared.waiting += 1;
    try {
      return await shared.ask();
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) ofDesk.delete(key);
    }
  };
}
