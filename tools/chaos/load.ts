import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#platform/simulator/random.ts';
import type { MadeTap, VisitKind } from './compare.ts';
import type { WorldName } from './fault-names.ts';
import type { Member } from './members.ts';
import type { DeskWindow, WindowListener } from './window.ts';

export interface Load {
  /** Members come and go from now on, attributed to this fault. */
  begin(fault: WorldName): void;
  /** No more members come or go. */
  end(): Promise<void>;
  /** @returns members without taps so far, who from now on do only what the caller makes them do */
  takeAside(count: number): Member[];
  /** All taps so far. */
  taps(): readonly MadeTap[];
}

interface LoadOptions {
  members: readonly Member[];
  random: Random;
  tapsPerSecond: number;
  /** Opens the windows, each of which sends its messages to `listen`. */
  openWindows: (listen: WindowListener) => readonly DeskWindow[];
}

/** The shortest visit, so that some check-outs are made while the check-in is still pending. */
const shortestVisitMs = 3_000;
/** A scan within a minute of another is the same arrival, so members stay away longer. */
const shortestAbsenceMs = 70_000;

interface Visitor {
  member: Member;
  last: { kind: VisitKind; at: number } | null;
  /** This member's taps without a response from the desk. */
  unanswered: Set<string>;
}

/**
 * Members come and go at a steady rate, each at a random window. None comes back while an earlier tap is unanswered:
 * repeated scans of one card are tested elsewhere.
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
    if (message.tell === 'sending') {
      tap.errorMs = Math.max(tap.errorMs ?? 0, message.errorMs);
      return;
    }
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
