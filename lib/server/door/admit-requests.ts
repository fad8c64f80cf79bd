import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { gymPageAt } from '#lib/wire/gym-path.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import { networkOf } from '#shared/sign-in/client-address.ts';
import { largestBodyOf } from './body-limits.ts';
import { holdBody } from './hold-body.ts';
import { createSchedule } from './schedule.ts';

/** Somebody waits for the answer, a page begins to listen, or it keeps itself current. */
type Lane = 'people' | 'streams' | 'background';

interface LaneLimits {
  /** Requests that are worked on at the same time. */
  atOnce: number;
  /** Requests that wait for that; more are refused at once. */
  waiting: number;
  /** Whoever has waited for so long is refused: the browser gives up soon, and the answer would be nobody's. */
  longestWaitMs: number;
}
export type DoorLimits = Record<Lane, LaneLimits>;

/** @returns a promise where the work may outlive the request: whoever has gone is worked for all the same, once that has begun */
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Work for somebody who has gone ends by then, or is not waited for. */
const longestWorkForNobodyMs = 15_000;

/**
 * A browser gives up after six seconds: what waits for its place and then, with all the others, for the database has to be
 * answered by then, also where no more than some fifteen taps a second are (48 / 15 + 2.5 s). So many people, all the same,
 * that a platform that does not answer holds up no other gym; so few lists that people are not.
 */
export const limitsOfProcess: DoorLimits = {
  people: { atOnce: 48, waiting: 1_000, longestWaitMs: 2_500 },
  // a page that listens hears what it would ask for; it gives up after ten seconds, and waiting costs no more than its connection
  streams: { atOnce: 8, waiting: 4_000, longestWaitMs: 8_000 },
  background: { atOnce: 8, waiting: 500, longestWaitMs: 5_000 },
};
/**
 * An action whose page is another one by now Next asks for once more, at the desk itself and with the headers that it was
 * asked with: the place that it has is enough for both.
 */
const markHeader = 'x-front-desk-admitted';
/**
 * A gym whose platform is silent, or all of whose windows come back at once, takes no more of the places than this, to be worked
 * on or to wait: the others are for somebody of another gym.
 */
const shareOfGym = 5 / 6;
/** Streams and lists go on, slowly, also while people wait: by one in so many of their places. */
const shareBesidePeople = 3;

/**
 * Lets as many requests in as the desk can work on. The others wait: people before pages that keep themselves current. Whom
 * it cannot answer in time it tells so at once, and when to come again (`Retry-After`), each a little later than the one
 * before. Who has gone while waiting is not answered.
 */
export function admitRequests(
  handle: Handler,
  locationOfSlug: (slug: string) => string | undefined,
  limits: DoorLimits = limitsOfProcess,
): RequestListener {
  const gymOf = (request: IncomingMessage) => gymNamedBy(request, locationOfSlug);
  // nobody else knows it: it leaves the desk only to come back
  const mark = randomBytes(16).toString('base64url');
  const lanes = { people: openLane(), streams: openLane(), background: openLane() };

  const hasRoom = (lane: Lane, gym: string) => {
    const isLast = lane !== 'people' && lanes.people.waiting.size > 0;
    const places = Math.ceil(limits[lane].atOnce / (isLast ? shareBesidePeople : 1));
    return hasPlaceFor(gym, lanes[lane].running, places);
  };

  function startNext(): void {
    for (const lane of ['people', 'streams', 'background'] as const) {
      for (const [start, gym] of lanes[lane].waiting) if (hasRoom(lane, gym)) start();
    }
  }

  function work(lane: Lane, request: IncomingMessage, response: ServerResponse): void {
    const place = lanes[lane];
    const gym = gymOf(request);
    place.running.push(gym);
    const leave = () => {
      place.running.splice(place.running.indexOf(gym), 1);
      startNext();
    };
    onAnswer(response, (isGone) => {
      // what nobody heard says nothing of how fast people are served
      if (!isGone) place.schedule.noteServed();
      if (!isGone) return leave();
      // what was begun takes the database's time as before
      const ended = Promise.race([worked.catch(() => {}), sleep(longestWorkForNobodyMs, undefined, { ref: false })]);
      void ended.then(leave);
    });
    const worked = Promise.resolve(handle(request, response));
    worked.catch(() => {});
  }

  const refuse = (lane: Lane, request: IncomingMessage, response: ServerResponse) =>
    answerBusy(request, response, lanes[lane].schedule.nextInS(lanes[lane].waiting.size));

  function wait(lane: Lane, request: IncomingMessage, response: ServerResponse): void {
    const { waiting } = lanes[lane];
    // what is done later is still done for this request
    const inContext = AsyncLocalStorage.snapshot();
    const leave = () => {
      clearTimeout(timer);
      response.removeListener('close', leave);
      waiting.delete(start);
    };
    const start = () => {
      leave();
      inContext(() => work(lane, request, response));
    };
    const giveUp = () => {
      leave();
      inContext(() => refuse(lane, request, response));
    };
    const timer = setTimeout(giveUp, limits[lane].longestWaitMs);
    response.once('close', leave);
    waiting.set(start, gymOf(request));
  }

  function admit(lane: Lane, request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    const gym = gymOf(request);
    // who waits then is of a gym that has its share
    if (hasRoom(lane, gym)) work(lane, request, response);
    else if (hasPlaceFor(gym, [...lanes[lane].waiting.values()], limits[lane].waiting)) wait(lane, request, response);
    else refuse(lane, request, response);
  }

  return (request, response) => {
    const lane = laneOf(request);
    const isOurs = request.headers[markHeader] === mark;
    if (request.headers['next-action'] !== undefined) request.headers[markHeader] = mark;
    if (lane === null || isOurs) return void handle(request, response);
    if (request.method !== 'POST' || request.complete) return admit(lane, request, response);
    // whoever sends slowly takes no place meanwhile
    const inContext = AsyncLocalStorage.snapshot();
    holdBody(request, largestBodyOf(request.url ?? ''), {
      tooLarge: () => response.writeHead(413, { connection: 'close' }).end(() => request.destroy()),
      whole: () => inContext(() => admit(lane, request, response)),
    });
  };
}

interface OpenLane {
  /** The gym of each that is worked on. */
  running: string[];
  /** How each goes on, the first one first, and its gym. */
  waiting: Map<() => void, string>;
  schedule: ReturnType<typeof createSchedule>;
}
const openLane = (): OpenLane => ({ running: [], waiting: new Map(), schedule: createSchedule() });

/** @param taken the gym of each that has one of the places */
function hasPlaceFor(gym: string, taken: readonly string[], places: number): boolean {
  if (taken.length >= places) return false;
  return taken.filter((other) => other === gym).length < Math.ceil(places * shareOfGym);
}

/**
 * The location that a request names: by its id, or, as pages and the actions of a page do, by its slug. Where it names none it
 * counts for the network that it comes from, which is a gym's mostly. Nobody has looked yet whether it is theirs.
 */
function gymNamedBy(
  { url = '', headers, socket }: IncomingMessage,
  locationOfSlug: (slug: string) => string | undefined,
): string {
  const [path = '', query] = url.split('?', 2);
  const slug = gymPageAt(path)?.slug;
  const named = slug === undefined ? new URLSearchParams(query).get('locationId') : locationOfSlug(slug);
  return named ?? networkOf(String(headers['x-forwarded-for'] ?? socket.remoteAddress));
}

const lists =
  /^\/api\/desk\/(demo|directory|floor|legacy|migration|presence|staff|status|taps|taps\/today|tasks|visits)$/;
/** Told slowly where it fails, so that strangers' would hold the places of whoever is at a counter; it has lanes of its own. */
const signIns = '/api/auth/callback/';
const uploads = /^\/api\/desk\/(photos\/|migration$)/;

/** Null for what is served from files, takes no work, or is long on its way: it waits for nobody. */
function laneOf({ method, url = '' }: IncomingMessage): Lane | null {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/_next/') || path === '/api/clock' || path === '/worker.js') return null;
  if (method === 'POST' && (uploads.test(path) || path.startsWith(signIns))) return null;
  if (path === '/api/live') return 'streams';
  if (path.startsWith('/api/hooks/')) return 'background';
  return method !== 'POST' && lists.test(path) ? 'background' : 'people';
}

/** Calls once, when the answer begins or nobody is there to hear it: what is streamed after that holds no place. */
function onAnswer(response: ServerResponse, call: (isGone: boolean) => void): void {
  const { writeHead } = response;
  const once = (isGone: boolean) => {
    response.writeHead = writeHead;
    response.removeListener('close', onClose);
    call(isGone);
  };
  const onClose = () => once(true);
  response.writeHead = (...args: unknown[]) => {
    once(false);
    return Reflect.apply(writeHead, response, args);
  };
  response.once('close', onClose);
}

const inWords =
  'Front Desk is busy. This page loads again in a moment.\nFront Desk ist gerade ausgelastet. Diese Seite wird gleich neu geladen.\n';

function answerBusy({ url = '', headers }: IncomingMessage, response: ServerResponse, afterS: number): void {
  const retry = { 'retry-after': String(afterS), 'cache-control': 'no-store' };
  if (!url.startsWith('/api/')) {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    response.writeHead(503, { ...retry, ...type, refresh: String(afterS) }).end(inWords);
    return;
  }
  const requestId = String(headers[requestIdHeader] ?? '');
  const error = { code: 'deskUnreachable', message: 'The desk is busy.', requestId, retryable: true } as const;
  const answer: ActionResult<never> = { ok: false, error };
  response.writeHead(503, { ...retry, 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
