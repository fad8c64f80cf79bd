import { randomUUID } from 'node:crypto';
import { answerActionError } from '#lib/actions/answer-read.ts';
import { toActionError } from '#lib/actions/to-action-error.ts';
import { readStaff, requireStaff } from '#lib/auth/require-staff.ts';
import { runningDesk } from '#lib/desk/desk.ts';
import { eventStream } from '#lib/desk/live/event-stream.ts';

// no-transform: a proxy that compresses would hold events back until it has enough of them
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };

/** Says which lists of the location have changed, for as long as the person may read them. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { desk, at } = await requireStaff('readFloor');
    const presenceOf = async () => {
      const now = await readStaff();
      if (!now) return 'signedOut';
      return now.locations.some(({ id }) => id === at.location.id) ? 'here' : 'gone';
    };
    const { live, version } = desk;
    const stream = eventStream({ live, version, locationId: at.location.id, signal: request.signal, presenceOf });
    return new Response(stream, { headers });
  } catch (error) {
    return answerActionError(toActionError(error, randomUUID(), runningDesk().log));
  }
}
