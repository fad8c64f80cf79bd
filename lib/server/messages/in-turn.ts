import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';

/** The work of each location that ends last. It never rejects. */
const last = new WeakMap<DeskContext, Map<string, Promise<void>>>();

/** Works for a location, in this process, only once what was asked before for it has ended. */
export function inTurn(desk: DeskContext, locationId: string, work: () => Promise<void>): Promise<void> {
  const lastHere = last.get(desk) ?? new Map<string, Promise<void>>();
  last.set(desk, lastHere);
  const done = (lastHere.get(locationId) ?? Promise.resolve()).then(work);
  const over = done.then(
    () => {},
    () => {},
  );
  lastHere.set(locationId, over);
  void over.then(() => {
    if (lastHere.get(locationId) === over) lastHere.delete(locationId);
  });
  return done;
}
