import 'server-only';
import { z } from 'zod';
import { type OperationId, operations } from '#contracts/export/operations.ts';
import { pageSize } from '#contracts/export/pages.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import type { EventSet, TrainingSet } from '#lib/wire/training.ts';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { askExport, type ExportAnswer, type ExportCredentials } from './ask-export.ts';

/** An event about a person, with what the desk stores of it and nothing else. */
interface TrainingEvent {
  accountId: string;
  at: Date;
  /** Empty where the platform names none. */
  subject: string;
  detail: string | null;
}

interface WeeklyMetric {
  week: string;
  type: string;
  key: string;
  subType: string;
  value: number;
}

export interface TrainingPage {
  /** All items of the page, also those that are not stored. */
  read: number;
  events: TrainingEvent[];
  metrics: WeeklyMetric[];
  nextCursor: string | null;
}

export type PageAnswer =
  | { kind: 'page'; page: TrainingPage }
  | Exclude<ExportAnswer, { kind: 'answered' | 'missing' | 'unreachable' | 'unreadable' }>
  | { kind: 'unreachable'; cause: OutageCause }
  | { kind: 'unreadable'; cause: 'portal' | 'foreign' };

interface PageWanted {
  dataSet: TrainingSet;
  /** Days in UTC, both inclusive. */
  firstDay: string;
  lastDay: string;
  cursor: string | null;
}

const operationOf: Record<TrainingSet, OperationId> = {
  workouts: 'getSmartStrengthWorkoutsExport',
  assessments: 'getSmartStrengthAssessmentsExport',
  flexibility: 'getFlexibilityMeasurementsExport',
  body: 'getBodyMeasurementsExport',
  weeks: 'getAnalyticsExport',
};

const timeoutMs = 30_000;
/** Our platform's pages have 500 items of some hundred bytes; other platforms' may be larger. One statement stores a whole page. */
const largestBytes = 8 * 1024 * 1024;
const bounds = { depth: 6, values: 200_000 };
const mostItems = 5_000;

const shortText = wellFormedText.max(100).nullish();
const flag = z.boolean().nullish();
const common = {
  eventTimestamp: z.iso.datetime({ offset: true }).nullish(),
  externalAccountId: wellFormedText.min(1).max(100),
};
const measured = { ...common, measurementCompleted: flag };

interface Read {
  eventTimestamp?: string | null | undefined;
  externalAccountId: string;
  measurementCompleted?: boolean | null | undefined;
  isStaff?: boolean | null | undefined;
  subject: string | null | undefined;
  detail?: string | null | undefined;
}

/** What is read of an item; names and addresses in it are not. */
const items: Record<EventSet, z.ZodType<Read>> = {
  workouts: z
    .object({ ...common, machineType: shortText, trainingMethod: shortText })
    .transform(({ machineType, trainingMethod, ...item }) => ({
      ...item,
      subject: machineType,
      detail: trainingMethod,
    })),
  assessments: z
    .object({ ...measured, typeId: shortText, activityName: shortText })
    .transform(({ typeId, activityName, ...item }) => ({ ...item, subject: typeId, detail: activityName })),
  flexibility: z
    .object({ ...measured, isStaff: flag, measurementType: shortText })
    .transform(({ measurementType, ...item }) => ({ ...item, subject: measurementType })),
  body: z
    .object({ ...measured, isStaff: flag, measurementSource: shortText })
    .transform(({ measurementSource, ...item }) => ({ ...item, subject: measurementSource })),
};

const metric = z
  .object({
    periodStart: z.iso.date(),
    metricType: wellFormedText.min(1).max(100),
    metricKey: wellFormedText.max(100),
    metricSubType: wellFormedText.max(100),
    value: z.number(),
  })
  .transform(({ periodStart, metricType, metricKey, metricSubType, value }) => ({
    week: periodStart,
    type: metricType,
    key: metricKey,
    subType: metricSubType,
    value,
  }));

const nextCursor = wellFormedText.max(4_000).nullish();
/** The cursor is missing where a provider leaves out what is null. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({ data: z.array(item).max(mostItems), nextCursor })
    .transform(({ data, nextCursor: next }) => ({ data, nextCursor: next || null, isCut: isCut(data, next) }));
/** A page as full as the interface's pages are has a cursor: without one, the rest would be missing. */
const isCut = (data: unknown[], next: string | null | undefined) => next === undefined && data.length === pageSize;
const pages = {
  workouts: pageOf(items.workouts),
  assessments: pageOf(items.assessments),
  flexibility: pageOf(items.flexibility),
  body: pageOf(items.body),
};
const metricPage = pageOf(metric);

/** Asks the data export for a page. One with an item that is not as documented is `unreadable` as a whole. */
export async function askPage(
  credentials: ExportCredentials,
  { stopping, ...wanted }: PageWanted & { stopping?: AbortSignal },
): Promise<PageAnswer> {
  const { dataSet, firstDay, lastDay, cursor } = wanted;
  const query = new URLSearchParams({ startDate: firstDay, endDate: lastDay, ...(cursor !== null && { cursor }) });
  const path = `${operations[operationOf[dataSet]].path}?${query}`;
  const answer = await askExport(credentials, { path, timeoutMs, largestBytes, bounds, ...(stopping && { stopping }) });
  if (answer.kind === 'unreadable') return { kind: 'unreadable', cause: 'portal' };
  if (answer.kind === 'missing') return { kind: 'unreachable', cause: 'foreign' };
  if (answer.kind !== 'answered') return answer;
  const page = pageIn(answer.json, wanted);
  // a page that names itself as the next one would be read forever
  if (page === null || (page.nextCursor !== null && page.nextCursor === cursor)) {
    return { kind: 'unreadable', cause: 'foreign' };
  }
  return { kind: 'page', page };
}

function pageIn(json: unknown, wanted: PageWanted): TrainingPage | null {
  const { dataSet } = wanted;
  // once a provider has sent a cursor, a page without one is its last
  const isFirst = wanted.cursor === null;
  if (dataSet === 'weeks') {
    const read = metricPage.safeParse(json);
    if (!read.success) return null;
    const { data, nextCursor, isCut: lacksCursor } = read.data;
    if (lacksCursor && isFirst) return null;
    const isOfRange = data.every(({ week }) => week <= wanted.lastDay && daysLater(week, 6) >= wanted.firstDay);
    return isOfRange ? { read: data.length, events: [], metrics: data, nextCursor } : null;
  }
  const read = pages[dataSet].safeParse(json);
  if (!read.success) return null;
  const { data, nextCursor, isCut: lacksCursor } = read.data;
  if (lacksCursor && isFirst) return null;
  const events = data.flatMap(eventOf);
  return events.every((event) => isWithin(event, wanted))
    ? { read: data.length, events, metrics: [], nextCursor }
    : null;
}

/** Left out: what has no time, what was not measured to its end, and measurements of staff. */
function eventOf({
  eventTimestamp,
  externalAccountId,
  measurementCompleted,
  isStaff,
  subject,
  detail,
}: Read): TrainingEvent[] {
  if (!eventTimestamp || measurementCompleted === false || isStaff === true) return [];
  return [
    { accountId: externalAccountId, at: new Date(eventTimestamp), subject: subject ?? '', detail: detail ?? null },
  ];
}

/** The beginning of the first and the end of the last day. */
export const momentsOf = ({ firstDay, lastDay }: Pick<PageWanted, 'firstDay' | 'lastDay'>) => ({
  from: new Date(`${firstDay}T00:00:00Z`),
  before: new Date(`${daysLater(lastDay, 1)}T00:00:00Z`),
});

function isWithin({ at }: TrainingEvent, wanted: PageWanted): boolean {
  const { from, before } = momentsOf(wanted);
  return at >= from && at < before;
}
