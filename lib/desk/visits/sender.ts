import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { visits } from '#lib/db/schema/visits.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { sendVisit } from './send-visit.ts';
import type { VisitKey } from './visit-queue.ts';

export interface Sender {
  send(visit: VisitKey): Promise<void>;
  /** Gives back what is still being sent when the process stops, so that the next one need not take it for stuck. */
  release(): Promise<void>;
}

export function createSender(desk: Desk): Sender {
  const underWay = new Map<string, VisitKey>();
  let isReleased = false;
  return {
    send: async (visit) => {
      underWay.set(visit.tapId, visit);
      try {
        await sendVisit(desk, visit);
      } catch (error) {
        // the database is closed by then, and the next process has the visit
        if (!isReleased) throw error;
      } finally {
        underWay.delete(visit.tapId);
      }
    },
    release: async () => {
      isReleased = true;
      const tapIds = [...underWay.keys()];
      if (tapIds.length === 0) return;
      // its answer may be lost, but the platform counts the same event once
      await desk.db
        .update(visits)
        .set({ state: 'waiting', nextAttemptAt: new Date(desk.clock()) })
        .where(and(inArray(visits.tapId, tapIds), eq(visits.state, 'sending')));
    },
  };
}
