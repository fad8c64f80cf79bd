import { answerRequest } from '#lib/actions/answer-read.ts';
import { readStaff, requireStaff } from '#lib/auth/require-staff.ts';
import { eventStream } from '#lib/desk/live/event-stream.ts';

// no-transform: a proxy that compresses would hold events back until it has enough of them
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };

/** Says which lists of the location have changed, for as long as the person may read them. */
export const GET = (request: Request): Promise<Response> =>
  answerRequest(async () => {
    const { desk, actor } = await requireStaff('readFloor');
    const presenceOf = async () => {
      const now = await readStaff();
      if (!now) return 'signedOut';
      return now.locations.some(({ id }) => id === actor.location.id) ? 'here' : 'gone';
    };
    const { live, version } = desk;
    const stream = eventStream({ live, version, locationId: actor.location.id, signal: request.signal, presenceOf });
    return new Response(stream, { headers });
  });
