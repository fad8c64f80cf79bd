import { createRandom } from '#platform/simulator/random.ts';
import { type FaultName, faultNames } from './fault-names.ts';

export interface Round {
  fault: FaultName;
  /** How long the fault lasts. */
  lastsMs: number;
  /** How long no new fault follows; its effects may continue into the next round. */
  calmMs: number;
  /** The seed of every random choice within the round. */
  seed: number;
}

interface Lengths {
  shortestMs: number;
  longestMs: number;
  /** The limit for pauses of a program and other faults whose effect depends on their duration. */
  longestPauseMs: number;
  calmMs: number;
}

export const wholeLengths: Lengths = {
  shortestMs: 4_000,
  longestMs: 12_000,
  longestPauseMs: 60_000,
  calmMs: 4_000,
};
export const shortLengths: Lengths = { shortestMs: 3_000, longestMs: 5_000, longestPauseMs: 8_000, calmMs: 1_000 };

/** For the run in the test suite: one of every family. */
export const shortFaults: readonly FaultName[] = [
  'allKilled',
  'deskAnswerLost',
  'platformSilent',
  'clockCorrected',
  'deskPaused',
];

const lengthy: readonly FaultName[] = ['deskPaused', 'platformPaused', 'platformClockSet', 'deskClockSet', 'heardLate'];

/** The rounds of a seed: every fault once in random order, then all again in another order. */
export function planRounds(
  seed: number,
  count: number,
  lengths: Lengths,
  faults: readonly FaultName[] = faultNames,
): Round[] {
  const random = createRandom(seed, 'chaos');
  const rounds: Round[] = [];
  while (rounds.length < count) {
    for (const fault of random.sample(faults, faults.length)) {
      const longestMs = lengthy.includes(fault) ? lengths.longestPauseMs : lengths.longestMs;
      const lastsMs = random.integer(lengths.shortestMs, longestMs);
      rounds.push({ fault, lastsMs, calmMs: lengths.calmMs, seed: random.integer(0, 2 ** 31) });
    }
  }
  return rounds.slice(0, count);
}
