import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';
import { largestBodyOf } from './body-limits.ts';
import { holdBody } from './hold-body.ts';
import { createSchedule } from './schedule.ts';
import { type SenderLookups, senderOf } from './sender-of.ts';

/** `people`: a person waits for the answer; `streams`: a page opens its event stream; `background`: a page refetches a list. */
type Lane = 'people' | 'streams' | 'background';

interface LaneLimits {
  /** Requests in progress at a time. */
  atOnce: number;
  /** Requests in the queue; beyond that they are refused at once. */
  waiting: number;
  /** The longest time in the queue. After that a request is refused, since its browser is about to time out. */
  longestWaitMs: number;
}
export type DoorLimits = Record<Lane, LaneLimits>;

/** @returns a promise where the work may outlive the request: work that has begun goes on after the client has disconnected */
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long work for a client that has disconnected keeps its place. */
const longestAbandonedWorkMs = 15_000;

/**
 * A browser times out after six seconds. The time in the queue plus the time for the database must stay below that, even if the
 * desk serves only fifteen taps a second: 48 / 15 = 3.2 s of work, and 2.5 s in the queue. `people` has so many places that requests waiting for one gym's slow platform
 * do not hold up other gyms; `background` so few that lists do not hold up people.
 */
export const limitsOfProcess: DoorLimits = {
  people: { atOnce: 48, waiting: 1_000, longestWaitMs: 2_500 },
  // a page gives up after ten seconds, and in the queue a stream costs only its connection
  streams: { atOnce: 8, waiting: 4_000, longestWaitMs: 8_000 },
  background: { atOnce: 8, waiting: 500, longestWaitMs: 5_000 },
};
/**
 * The longest `Retry-After`, in seconds. The busiest seconds of a rush book its refused requests far beyond its end, and clients
 * keep to what they were told: a longer one leaves an idle desk waiting for them, a shorter one is refused more often.
 */
const longestRetryS: Record<Lane, number> = { people: 8, streams: 8, background: 12 };
/**
 * Next forwards a server action of another page to itself, with the headers of the original request. The mark tells such an
 * inner request, which runs on the place of the outer one.
 */
const markHeader = 'x-front-desk-admitted';
/**
 * The share of places and of the queue that one sender, a gym or a network, may take: such as a gym whose platform does not
 * answer or whose windows all reconnect at once.
 */
const shareOfSender = 5 / 6;
/**
 * While people wait, lists keep one of so many of their places, so that they do not starve. Streams keep all: to open one costs a
 * single statement, and a window without one learns of changes only when it polls.
 */
const shareBesidePeople = 3;
/** Due work gives way to lists that have waited for so long. On a desk that keeps up, they wait for moments. */
const longForListMs = 500;

/** Who hears that requests wait because all places are taken. */
interface Waiting {
  /** Requests of people are in the queue. */
  people(): void;
  /** A list has waited for long. Not called for deliveries of webhooks, which wait in the same lane. */
  lists(): void;
}

/**
 * Admission control: limits the requests in progress and queues the others, people before background reads. A request that
 * cannot be answered in time is refused at once with a `Retry-After` (see `Schedule`). A queued request whose client has
 * disconnected is dropped.
 */
export function admitRequests(
  handle: Handler,
  senders: SenderLookups,
  limits: DoorLimits = limitsOfProcess,
  waits: Waiting = { people: () => {}, lists: () => {} },
): RequestListener {
  // a secret of this process: clients cannot forge it
  const mark = randomBytes(16).toString('base64url');
  const lanes = { people: openLane('people'), streams: openLane('streams'), background: openLane('background') };

  const placesOf = (lane: Lane) => {
    const isLast = lane === 'background' && lanes.people.waiting.size > 0;
    return Math.ceil(limits[lane].atOnce / (isLast ? shareBesidePeople : 1));
  };
  const hasRoom = (lane: Lane, sender: string) => hasPlaceFor(sender, lanes[lane].running, placesOf(lane));
  const isFull = (lane: Lane) => lanes[lane].running.length >= placesOf(lane);
  const hasItsShare = (lane: Lane, sender: string) => takesItsShare(sender, lanes[lane].running, placesOf(lane));

  let isStarting = false;
  let isAsked = false;
  /** A request that is answered at once calls this again. Nested calls would exhaust the stack in a long queue. */
  function startNext(): void {
    isAsked = true;
    if (isStarting) return;
    isStarting = true;
    try {
      while (isAsked) {
        isAsked = false;
        startWaiting();
      }
    } finally {
      isStarting = false;
    }
  }

  function startWaiting(): void {
    for (const lane of ['people', 'streams', 'background'] as const) {
      if (isFull(lane)) continue;
      const { waiting } = lanes[lane];
      // the browser of the oldest is about to time out, and would have gone before it is answered
      const inOrder = lane === 'people' ? waiting : [...waiting].reverse();
      for (const [start, sender] of inOrder) {
        if (isFull(lane)) break;
        if (hasRoom(lane, sender)) start();
      }
    }
  }

  function work({ lane, sender, request, response }: Admitted): void {
    const place = lanes[lane];
    place.running.push(sender);
    const leave = () => {
      place.running.splice(place.running.indexOf(sender), 1);
      startNext();
    };
    onAnswer(response, (isGone) => {
      // an abandoned request says nothing about the rate at which people are served
      if (!isGone) place.schedule.noteServed();
      if (!isGone) return leave();
      // work that has begun still uses the database
      const ended = Promise.race([worked.catch(() => {}), sleep(longestAbandonedWorkMs, undefined, { ref: false })]);
      void ended.then(leave);
    });
    const worked = Promise.resolve(handle(request, response));
    worked.catch(() => {});
  }

  const refuse = ({ lane, request, response }: Admitted) =>
    answerBusy(request, response, lanes[lane].schedule.nextInS(lanes[lane].waiting.size));

  function wait(admitted: Admitted): void {
    const { lane, sender, request, response } = admitted;
    const { waiting } = lanes[lane];
    const cameAt = performance.now();
    const wantedPlace = isFull(lane) && !hasItsShare(lane, sender);
    const isList = lane === 'background' && !isHook(request);
    // a sender that has its share does not hold up the background work of all
    const tell = () => {
      if (!isFull(lane)) return;
      if (lane === 'people') waits.people();
      if (isList && wantedPlace && performance.now() - cameAt >= longForListMs) waits.lists();
    };
    tell();
    // keeps the async context of this request for later
    const inContext = AsyncLocalStorage.snapshot();
    const leave = () => {
      clearTimeout(timer);
      response.removeListener('close', dropGone);
      waiting.delete(start);
    };
    const start = () => {
      leave();
      inContext(() => work(admitted));
      tell();
    };
    const refuseLate = () => {
      leave();
      inContext(() => refuse(admitted));
      tell();
    };
    const dropGone = () => {
      leave();
      tell();
    };
    const timer = setTimeout(refuseLate, limits[lane].longestWaitMs);
    response.once('close', dropGone);
    waiting.set(start, sender);
  }

  function admit(lane: Lane, request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    const sender = senderOf(request, senders);
    const admitted = { lane, sender, request, response };
    // requests may wait although there is room: those of a gym that has its share
    if (hasRoom(lane, sender)) work(admitted);
    else if (hasPlaceFor(sender, [...lanes[lane].waiting.values()], limits[lane].waiting)) wait(admitted);
    else refuse(admitted);
  }

  return (request, response) => {
    const lane = laneOf(request);
    const isOurs = request.headers[markHeader] === mark;
    if (request.headers['next-action'] !== undefined) request.headers[markHeader] = mark;
    if (lane === null || isOurs) return void handle(request, response);
    if (request.method !== 'POST' || request.complete) return admit(lane, request, response);
    // a slow upload does not take a place until its body is complete
    const inContext = AsyncLocalStorage.snapshot();
    holdBody(request, largestBodyOf(request.url ?? ''), {
      tooLarge: () => response.writeHead(413, { connection: 'close' }).end(() => request.destroy()),
      whole: () => inContext(() => admit(lane, request, response)),
    });
  };
}

/** A request with its lane, and the gym or network that it counts for. */
interface Admitted {
  lane: Lane;
  sender: string;
  request: IncomingMessage;
  response: ServerResponse;
}

interface OpenLane {
  /** The sender of each request in progress. */
  running: string[];
  /** The queue: what starts each request, and its sender. People are served first in first out, others last in first out. */
  waiting: Map<() => void, string>;
  schedule: ReturnType<typeof createSchedule>;
}
const openLane = (lane: Lane): OpenLane => ({
  running: [],
  waiting: new Map(),
  schedule: createSchedule(longestRetryS[lane]),
});

/** @param taken the sender of each place in use */
const hasPlaceFor = (sender: string, taken: readonly string[], places: number): boolean =>
  taken.length < places && !takesItsShare(sender, taken, places);

function takesItsShare(sender: string, taken: readonly string[], places: number): boolean {
  // of few places, the share would be all of them
  const share = Math.min(Math.ceil(places * shareOfSender), places - 1);
  return places > 2 && taken.filter((other) => other === sender).length >= share;
}

const lists =
  /^\/api\/desk\/(card-holder|connection|demo|directory|export-orders|floor|forgotten|getting-started|gyms|legacy|migration|opt-outs|opt-outs\/notice|outbox|presence|readers|reports\/[\w/-]+|settings-tag|staff|status|taps|taps\/today|tasks|together|training-pulls|visits)$/;
/** Failed sign-ins are answered slowly, and would hold places that the counter needs. They have lanes of their own. */
const signIns = '/api/auth/callback/';
const uploads = /^\/api\/desk\/(photos\/|migration$)/;

const isHook = ({ url = '' }: Pick<IncomingMessage, 'url'>) => url.startsWith('/api/hooks/');

/** Null for static files, trivial answers and uploads: they are not limited here. */
function laneOf({ method, url = '' }: IncomingMessage): Lane | null {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/_next/') || path === '/api/clock' || path === '/worker.js') return null;
  if (method === 'POST' && (uploads.test(path) || path.startsWith(signIns))) return null;
  if (path === '/api/live') return 'streams';
  if (isHook({ url })) return 'background';
  return method !== 'POST' && lists.test(path) ? 'background' : 'people';
}

/** Calls back once, when the response begins or the client disconnects. What is streamed after that holds no place. */
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

const busyText =
  'Front Desk is busy. This page loads again in a moment.\nFront Desk ist gerade ausgelastet. Diese Seite wird gleich neu geladen.\n';

function answerBusy({ url = '', headers }: IncomingMessage, response: ServerResponse, afterS: number): void {
  const retry = { 'retry-after': String(afterS), 'cache-control': 'no-store' };
  if (!url.startsWith('/api/')) {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    response.writeHead(503, { ...retry, ...type, refresh: String(afterS) }).end(busyText);
    return;
  }
  const requestId = String(headers[requestIdHeader] ?? '');
  const error = { code: 'deskUnreachable', message: 'The desk is busy.', requestId, retryable: true } as const;
  const answer: ActionResult<never> = { ok: false, error };
  response.writeHead(503, { ...retry, 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
