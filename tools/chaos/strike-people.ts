import type { Random } from '#platform/simulator/random.ts';
import type { VisitKind } from './compare.ts';
import type { FaultContext } from './fault-context.ts';
import type { Member } from './members.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** So long that some visits are sent before the rest is received. */
const shortestHearingMs = 30_000;

/** Windows that were offline for hours deliver their taps, in random order. */
export async function heardLate({ load, windows, lastsMs, random, pause }: FaultContext): Promise<void> {
  const taps = aside(load, 5).flatMap((member) => dayOf(random).map((event) => ({ member, ...event })));
  const order = random.sample(taps, taps.length);
  for (const tap of order) {
    random.pick(windows).tap(tap);
    await pause(Math.max(lastsMs, shortestHearingMs) / order.length);
  }
}

/** @throws if no unused member is left: the round would prove nothing */
function aside(load: FaultContext['load'], count: number): Member[] {
  const members = load.takeAside(count);
  if (members.length === 0) throw new Error('No unused member is left.');
  return members;
}

/** A member's taps in the last hours, within the longest stay: came, perhaps was scanned again, left, came back. */
function dayOf(random: Random) {
  let agoMs = random.integer(6 * hourMs, 7 * hourMs);
  const next = (kind: VisitKind) => {
    agoMs -= random.integer(2 * minuteMs, 40 * minuteMs);
    return { kind, agoMs, isByName: random.chance(0.2) };
  };
  const times = (most: number, kind: VisitKind) => Array.from({ length: random.integer(1, most) }, () => next(kind));
  const [came, left] = [times(3, 'checkIn'), times(2, 'checkOut')];
  const back = random.chance(0.7) ? times(2, 'checkIn') : [];
  const gone = back.length > 0 && random.chance(0.5) ? times(1, 'checkOut') : [];
  // a member who is at the counter now, before any of that is delivered
  const isThere = back.length > 0 && gone.length === 0 && random.chance(0.5);
  return [
    ...came,
    ...left,
    ...back,
    ...gone,
    ...(isThere ? [{ kind: 'checkIn' as const, agoMs: 0, isByName: false }] : []),
  ];
}

/** While the platform is away, members come with cards unknown to the desk; some are also found by name. */
export async function cardsUnknown({
  load,
  windows,
  toPlatform,
  giveCards,
  lastsMs,
  random,
  pause,
}: FaultContext): Promise<void> {
  const people = await giveCards(aside(load, 4));
  toPlatform.setFault({ kind: 'reset' });
  const comings = people.map((member) => {
    const scan = { kind: 'checkIn' as const, member };
    const byName = { ...scan, isByName: true };
    const first = random.pick([
      [scan, byName],
      [byName, scan],
      [scan, scan, byName],
      [scan, scan],
    ]);
    const isOver = random.chance(0.4);
    return { member, taps: [...first, ...(isOver ? [{ kind: 'checkOut' as const, member }] : [])], isOver };
  });
  const longest = Math.max(...comings.map(({ taps }) => taps.length));
  for (let turn = 0; turn < longest; turn += 1) {
    for (const { taps } of comings) {
      const tap = taps[turn];
      if (tap) random.pick(windows).tap(tap);
    }
    await pause(lastsMs / longest);
  }
  toPlatform.setFault(null);
  for (const { member, isOver } of comings) if (!isOver) random.pick(windows).tap({ kind: 'checkIn', member });
}
