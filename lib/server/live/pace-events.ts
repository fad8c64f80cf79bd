import { type LiveEventName, roomEvent, type StreamEvent } from '#lib/wire/live.ts';

/** Live events on their way to the windows of this process. */
interface PacedEvents {
  /** An event of a location: tells it to the windows, at once unless lists wait. */
  hear(locationId: string, event: LiveEventName): void;
  stop(): void;
}

interface PaceOptions {
  /** Whether lists have to wait for this process. */
  isCrowded: () => boolean;
  /** The locations that have windows. */
  locations: () => Iterable<string>;
  tell: (locationId: string, event: StreamEvent) => void;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

/** How long an event waits while lists wait; the one whose time ends first is sent first afterwards. The counter needs to see who is in. */
const longestMs = { presence: 3_000, other: 20_000 };
const tickMs = 100;
/** How many locations get their held events in each tick: 500 take 17 s, about as long as their windows' lists. */
const releasedPerTick = 3;
/** How many are told that there is room: 500 take 5 s. Only windows that pause ask for something. */
const toldPerTick = 10;

/**
 * Delays events while lists wait: an event makes every window of its location refetch, and windows that have no lists yet go first. All
 * delayed events of a location are sent together. Once no list waits any more, the windows are told, a few locations at a time, so that
 * those whose lists were refused ask again.
 */
export function paceEvents({ isCrowded, locations, tell, now = () => performance.now() }: PaceOptions): PacedEvents {
  /** By location: its events, each with the time when it is due. */
  const held = new Map<string, Map<LiveEventName, number>>();
  let wasCrowded = false;
  let untold: string[] = [];

  const dueAt = ([, events]: [string, ReadonlyMap<LiveEventName, number>]) => Math.min(...events.values());
  const isDue = (events: ReadonlyMap<LiveEventName, number>) => events.values().some((at) => at <= now());
  const release = (locationId: string) => {
    const events = held.get(locationId) ?? new Map<LiveEventName, number>();
    held.delete(locationId);
    for (const event of events.keys()) tell(locationId, event);
  };

  function look(): void {
    if (isCrowded()) {
      wasCrowded = true;
      for (const [locationId, events] of [...held]) if (isDue(events)) release(locationId);
      return;
    }
    // those who were not told before the next crowd come first
    if (wasCrowded) untold = [...new Set(untold).union(new Set(locations()))];
    wasCrowded = false;
    for (const locationId of untold.splice(0, toldPerTick)) tell(locationId, roomEvent);
    const next = [...held].sort((one, other) => dueAt(one) - dueAt(other));
    for (const [locationId] of next.slice(0, releasedPerTick)) release(locationId);
  }
  const timer = setInterval(look, tickMs);
  timer.unref();

  return {
    hear(locationId, event) {
      if (!isCrowded() && !held.has(locationId)) return tell(locationId, event);
      const events = held.get(locationId) ?? new Map<LiveEventName, number>();
      held.set(locationId, events);
      if (!events.has(event)) events.set(event, now() + (event === 'presence' ? longestMs.presence : longestMs.other));
    },
    stop: () => clearInterval(timer),
  };
}
