import { createRandom, type Random } from './random.ts';

/** Somebody who trains in a gym. Days are `yyyy-MM-dd`, the first and the last one included; null while none is set. */
export interface TrainingPerson {
  accountId: string;
  isGuest: boolean;
  isStaff: boolean;
  startsOn: string | null;
  endsOn: string | null;
}

/** What stays the same of a person over the years. */
export interface Habits {
  perWeek: number;
  /** By day of the week, Monday first: how likely it is a day to train, around 1. */
  weekdays: readonly number[];
  /** The hour they usually come. */
  hour: number;
  machines: number;
  method: string;
  mode: string;
  visualization: string;
  /** What they lift untrained, as a share of what a machine is made for. */
  strength: number;
  /** How much more it becomes with training, at most. */
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

/** Follows from the seed and the person alone, not from who else there is. */
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

/** Now and then somebody tries another method. */
export const methodOf = (random: Random, habits: Habits): string =>
  random.chance(0.85) ? habits.method : random.pickWeighted(methods);
