import 'server-only';
import { readListener } from '#lib/server/auth/read-listener.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import { eventStream } from '#lib/server/live/event-stream.ts';
import { answerGet, answerRequest } from './answer-get.ts';

const headers = {
  'content-type': 'text/event-stream',
  // a compressing proxy would buffer events
  'cache-control': 'no-store, no-transform',
  // and nginx buffers them by default, so that the page would never hear that the desk answers
  'x-accel-buffering': 'no',
};

/** The retry interval for clients that send no location. */
const outdatedRetryMs = 60_000;

/** Answers a request for the live events of a location. */
export const answerLive = (request: Request): Promise<Response> =>
  new URL(request.url).searchParams.has('locationId') ? tellChanges(request) : tellVersion(request);

/** A page from before locations were in the address learns that it is outdated, and reloads; it gets no other event. */
const tellVersion = (request: Request) =>
  answerRequest(async () => {
    const { desk } = await requireStaff('readFloor');
    return new Response(`retry: ${outdatedRetryMs}\nevent: version\ndata: ${desk.version}\n\n`, { headers });
  }, request.headers);

/** Streams which lists of the location have changed, for as long as the user may read them. */
const tellChanges = (request: Request) =>
  answerGet(request, { permission: 'readFloor' }, async ({ desk, actor, staff, session }) => {
    const { live, version } = desk;
    const locationId = actor.location.id;
    const listener = { sessionId: session.id, version: staff.sessionVersion, locationId };
    const presenceOf = () => readListener(desk, listener);
    return new Response(eventStream({ live, version, locationId, signal: request.signal, presenceOf }), { headers });
  });
