import { createRandom, type Random } from './random.ts';

/** A person who trains in a gym. Days are `yyyy-MM-dd`, first and last day inclusive; null if not set. */
export interface TrainingPerson {
  accountId: string;
  isGuest: boolean;
  isStaff: boolean;
  startsOn: string | null;
  endsOn: string | null;
}

/** The constant habits of a person. */
export interface Habits {
  perWeek: number;
  /** Probability of training per day of the week, Monday first; the average is about 1. */
  weekdays: readonly number[];
  /** The usual hour of arrival. */
  hour: number;
  machines: number;
  method: string;
  mode: string;
  visualization: string;
  /** Initial strength, as a share of the machine's weight. */
  strength: number;
  /** Maximum gain by training. */
  gain: number;
}

const hours = [
  [7, 7],
  [8, 8],
  [6, 9],
  [5, 10],
  [4, 12],
  [5, 15],
  [9, 16],
  [13, 17],
  [13, 18],
  [9, 19],
  [4, 20],
] as const;

/** Depends only on the seed and the person, not on other people. */
export function habitsOf(seed: number, { accountId, isGuest }: TrainingPerson): Habits {
  const random = createRandom(seed, `habits ${accountId}`);
  const busyDays = random.sample([0, 1, 2, 3, 4, 5, 6], random.integer(2, 4));
  return {
    perWeek: isGuest ? 0.15 : random.pickWeighted(timesPerWeek),
    weekdays: Array.from({ length: 7 }, (_, day) => (busyDays.includes(day) ? 1.9 : 0.4) * (day === 6 ? 0.7 : 1)),
    hour: random.pickWeighted(hours),
    machines: random.integer(4, 9),
    method: random.pickWeighted(methods),
    mode: random.pickWeighted(modes),
    visualization: random.pickWeighted(visualizations),
    strength: 0.25 + random.next() * 0.35,
    gain: 0.25 + random.next() * 0.4,
  };
}

const timesPerWeek = [
  [20, 0.3],
  [30, 0.8],
  [30, 1.5],
  [15, 2.3],
  [5, 3.2],
] as const;
const methods = [
  [48, 'REGULAR'],
  [20, 'NEGATIVE'],
  [16, 'ADAPTIVE'],
  [9, 'ISOKINETIC'],
  [7, 'EXPLOSIVE'],
] as const;
const modes = [
  [80, 'GUIDED'],
  [20, 'FREE'],
] as const;
const visualizations = [
  [60, 'CURVE'],
  [25, 'GAME'],
  [15, 'NUMBERS'],
] as const;

/** Sometimes a person tries another method. */
export const methodOf = (random: Random, habits: Habits): string =>
  random.chance(0.85) ? habits.method : random.pickWeighted(methods);
