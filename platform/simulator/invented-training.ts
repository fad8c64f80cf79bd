import { Temporal } from 'temporal-polyfill';
import type { TrainingEvent } from '#platform/services/training/training-event.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { createRandom, type Random } from './random.ts';
import { flexibilityTypes, type Machine, machines, measurementSources } from './training-machines.ts';
import { type Habits, habitsOf, methodOf, type TrainingPerson } from './training-person.ts';

export interface TrainingPlan {
  seed: number;
  timeZone: string;
  /** Days in the gym's time zone, `yyyy-MM-dd`, both inclusive. */
  firstDay: string;
  lastDay: string;
  people: readonly TrainingPerson[];
}

/** Seasonal factor per month: high in January, low in summer. */
const seasons = [1.35, 1.2, 1.1, 1, 0.95, 0.85, 0.75, 0.7, 1, 1.05, 1, 0.75] as const;

/**
 * Training events of a range of days, by month and person. The events of a day depend only on the seed, the person
 * and the day: other days and people do not change them.
 */
export function* inventTraining({ seed, timeZone, firstDay, lastDay, people }: TrainingPlan): Generator<TrainingEvent> {
  const first = Temporal.PlainDate.from(firstDay);
  const last = Temporal.PlainDate.from(lastDay);
  const lives = people.map((person) => ({ person, habits: habitsOf(seed, person) }));
  for (let month = first.toPlainYearMonth(); ; month = month.add({ months: 1 })) {
    const days = daysOf(month, timeZone, firstDay, lastDay);
    for (const { person, habits } of lives) yield* inventMonth(seed, person, habits, `${month}`, days);
    if (Temporal.PlainYearMonth.compare(month, last.toPlainYearMonth()) >= 0) return;
  }
}

interface Day {
  day: string;
  /** Monday is 0. */
  weekday: number;
  startsAtMs: number;
  /** Days since 1970. */
  number: number;
  season: number;
  isWanted: boolean;
}

function daysOf(month: Temporal.PlainYearMonth, timeZone: string, firstDay: string, lastDay: string): Day[] {
  return Array.from({ length: month.daysInMonth }, (_, index) => {
    const date = month.toPlainDate({ day: index + 1 });
    const day = date.toString();
    return {
      day,
      weekday: date.dayOfWeek - 1,
      startsAtMs: startOfDay(day, timeZone).getTime(),
      number: dayNumber(day),
      season: seasons[month.month - 1] ?? 1,
      isWanted: day >= firstDay && day <= lastDay,
    };
  });
}

const dayNumber = (day: string) => daysBetween('1970-01-01', day);

function* inventMonth(
  seed: number,
  person: TrainingPerson,
  habits: Habits,
  month: string,
  days: readonly Day[],
): Generator<TrainingEvent> {
  const random = createRandom(seed, `training ${person.accountId} ${month}`);
  const pauses = [...new Set(days.map(({ number }) => Math.floor(number / injuryEveryDays)))].flatMap((epoch) =>
    inventPause(seed, person, epoch),
  );
  const startedOn = person.startsOn === null ? undefined : dayNumber(person.startsOn);
  for (const day of days) {
    // a person with an unknown start counts as experienced
    const week = startedOn === undefined ? 200 : (day.number - startedOn) / 7;
    const isThere = random.chance((habits.perWeek / 7) * (habits.weekdays[day.weekday] ?? 1) * day.season * zeal(week));
    if (!isThere) continue;
    const session = inventSession(random, person, habits, day, week);
    const isHurt = pauses.some(({ from, until }) => day.number >= from && day.number < until);
    if (day.isWanted && !isHurt && isContracted(person, day.day)) yield* session;
  }
}

/** Frequency of training: high for beginners, stable after some months. */
const zeal = (week: number) => 0.9 + 0.7 * Math.exp(-Math.max(week, 0) / 8);

/** Strength grows fast at first, then ever slower. */
const strengthAt = ({ strength, gain }: Habits, week: number) =>
  strength * (1 + gain * (1 - Math.exp(-Math.max(week, 0) / 20)));

const isContracted = ({ startsOn, endsOn }: TrainingPerson, day: string) =>
  (startsOn === null || startsOn <= day) && (endsOn === null || day <= endsOn);

const injuryEveryDays = 120;

/** An injury: some weeks without training, in one of eight periods of four months. */
function inventPause(seed: number, { accountId }: TrainingPerson, epoch: number): { from: number; until: number }[] {
  const random = createRandom(seed, `pause ${accountId} ${epoch}`);
  if (!random.chance(0.125)) return [];
  const from = epoch * injuryEveryDays + random.integer(0, injuryEveryDays - 45);
  return [{ from, until: from + random.integer(14, 45) }];
}

function inventSession(
  random: Random,
  person: TrainingPerson,
  habits: Habits,
  { startsAtMs }: Day,
  week: number,
): TrainingEvent[] {
  const events: TrainingEvent[] = [];
  let atMs = startsAtMs + habits.hour * hourMs + random.integer(-45 * 60, 60 * 60) * 1000;
  const next = () => {
    const occurredAt = new Date(atMs);
    atMs += random.integer(150, 330) * 1000 + random.integer(0, 999);
    return { eventId: inventEventId(random, occurredAt), accountId: person.accountId, occurredAt };
  };
  const isMeasurementCompleted = () => random.chance(0.96);
  if (random.chance(0.1)) {
    const measurementSource = random.pick(measurementSources);
    const isStaff = person.isStaff;
    events.push({
      type: 'BODY_MEASUREMENTS',
      ...next(),
      measurementSource,
      isStaff,
      isMeasurementCompleted: isMeasurementCompleted(),
    });
  }
  if (random.chance(0.07)) {
    for (const measurementType of flexibilityTypes) {
      const isStaff = person.isStaff;
      events.push({
        type: 'FLEXIBILITY_MEASUREMENTS',
        ...next(),
        measurementType,
        isStaff,
        isMeasurementCompleted: isMeasurementCompleted(),
      });
    }
  }
  const circuit = circuitOf(random, person.isGuest ? 3 : habits.machines);
  if (random.chance(0.09)) {
    for (const machine of circuit.slice(0, 3)) events.push(inventAssessment(random, next(), habits, machine, week));
  }
  for (const { machineType } of circuit) {
    events.push({
      type: 'SMART_STRENGTH_WORKOUTS',
      ...next(),
      isGuest: person.isGuest,
      machineType,
      trainingMethod: methodOf(random, habits),
      operationMode: habits.mode,
      trainingVisualization: habits.visualization,
    });
  }
  return events;
}

/** Assigns machines one after the other, starting at a random one. */
function circuitOf(random: Random, count: number): Machine[] {
  const from = random.integer(0, machines.length - 1);
  return [...machines.slice(from), ...machines.slice(0, from)].slice(0, count);
}

function inventAssessment(
  random: Random,
  happened: { eventId: string; accountId: string; occurredAt: Date },
  habits: Habits,
  { bodyRegion, activityName, kg }: Machine,
  week: number,
): TrainingEvent {
  const isMeasurementCompleted = random.chance(0.96);
  const measuredKg = Math.round(kg * strengthAt(habits, week) * (0.97 + random.next() * 0.06) * 2) / 2;
  return {
    type: 'SMART_STRENGTH_ASSESSMENTS',
    ...happened,
    bodyRegion,
    typeId: 'MAX_STRENGTH',
    activityName,
    isMeasurementCompleted,
    strengthKg: isMeasurementCompleted ? measuredKg : null,
  };
}

/** The id of an event: a UUID of version 7 that contains its time. */
export function inventEventId(random: Random, occurredAt: Date): string {
  const time = occurredAt.getTime().toString(16).padStart(12, '0');
  const chance = () =>
    Math.floor(random.next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c] = [chance(), chance(), chance()];
  const variant = '89ab'.charAt(random.integer(0, 3));
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${a.slice(3, 6)}-${b}${c.slice(0, 4)}`;
}
