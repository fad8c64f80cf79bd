import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#platform/simulator/random.ts';
import type { MadeTap, VisitKind } from './compare.ts';
import type { WorldName } from './fault-names.ts';
import type { Member } from './members.ts';
import type { DeskWindow, WindowListener } from './window.ts';

export interface Load {
  /** Members come and go, from now on under this fault. */
  begin(fault: WorldName): void;
  /** Nobody else comes or goes. */
  end(): Promise<void>;
  /** @returns members who have done nothing so far, and do only what the caller has them do from now on */
  takeAside(count: number): Member[];
  /** Everything that people have done so far. */
  taps(): readonly MadeTap[];
}

interface LoadOptions {
  members: readonly Member[];
  random: Random;
  tapsPerSecond: number;
  /** Opens the windows, each of which tells `listen`. */
  openWindows: (listen: WindowListener) => readonly DeskWindow[];
}

/** The shortest visit: long enough that some check-outs are pressed while the check-in still waits. */
const shortestVisitMs = 3_000;
/** A scan within a minute of another is the same arrival, so nobody comes back before that. */
const shortestAbsenceMs = 70_000;

interface Visitor {
  member: Member;
  last: { kind: VisitKind; at: number } | null;
  /** What this person did and the desk has not answered. */
  unanswered: Set<string>;
}

/**
 * Members come and go at a steady rate, each at a window of chance. Nobody comes back while something they did before is
 * unanswered: what the desk makes of a card held twice is another question.
 */
export function openReception({ members, random, tapsPerSecond, openWindows }: LoadOptions) {
  const taps = new Map<string, MadeTap>();
  const visitors = new Map<string, Visitor>(
    members.map((member) => [member.accountId, { member, last: null, unanswered: new Set() }]),
  );
  let fault: WorldName | null = null;
  let running = Promise.resolve();

  const windows = openWindows((message) => {
    if (message.tell === 'made') {
      if (fault === null) return;
      const { tapId, kind, accountId, happenedAt } = message;
      taps.set(tapId, { tapId, kind, accountId, happenedAt, fault, answer: { kind: 'waiting' } });
      visitors.get(accountId)?.unanswered.add(tapId);
      return;
    }
    const tap = taps.get(message.tapId);
    if (!tap) return;
    const { refusal } = message;
    tap.answer = refusal === null ? { kind: 'acknowledged' } : { kind: 'refused', reason: refusal };
    visitors.get(tap.accountId)?.unanswered.delete(tap.tapId);
  });

  function tapOnce(): void {
    const now = Date.now();
    const kind = random.pick(['checkIn', 'checkOut'] as const);
    const isWilling = kind === 'checkIn' ? mayCome : mayLeave;
    const willing = [...visitors.values()].filter((visitor) => isWilling(visitor, now));
    if (willing.length === 0) return;
    const visitor = random.pick(willing);
    if (random.pick(windows).tap({ kind, member: visitor.member })) visitor.last = { kind, at: now };
  }

  let isOpen = false;
  async function comeAndGo(): Promise<void> {
    while (isOpen) {
      tapOnce();
      await sleep(random.exponential(1_000 / tapsPerSecond));
    }
  }

  const load: Load = {
    begin: (next) => {
      fault = next;
      if (isOpen) return;
      isOpen = true;
      running = comeAndGo();
    },
    end: () => {
      isOpen = false;
      return running;
    },
    takeAside: (count) => {
      const idle = [...visitors.values()].filter(({ last }) => last === null).map(({ member }) => member);
      const taken = random.sample(idle, count);
      for (const { accountId } of taken) visitors.delete(accountId);
      return taken;
    },
    taps: () => [...taps.values()],
  };
  return { load, windows };
}

const mayCome = ({ last, unanswered }: Visitor, now: number): boolean =>
  unanswered.size === 0 && (last === null || (last.kind === 'checkOut' && now - last.at > shortestAbsenceMs));

const mayLeave = ({ last }: Visitor, now: number): boolean =>
  last?.kind === 'checkIn' && now - last.at > shortestVisitMs;
