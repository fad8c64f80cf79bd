import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { daysBetween } from '#shared/calendar/days.ts';
import { breaks } from './broken-rule.ts';
import type { OutageCause } from './outage-causes.ts';
import { type EventSet, eventSets } from './training.ts';

export const exportFileTypes = ['CSV', 'JSON', 'JSONL'] as const;
export type ExportFileType = (typeof exportFileTypes)[number];

/**
 * - `unconfirmed`: requested, and no usable answer has come: the platform may write the file
 * - `notOrdered`: the platform refused it, or was certainly not reached
 * - `inProgress`: the platform writes the file
 * - `done`: the file can be fetched
 * - `failed`: the platform could not write the file
 * - `expired`: its time is over, or somebody who may be in it opted out or was erased
 * - `forgotten`: the platform knows no such order any more
 */
export const exportOrderStates = [
  ...(['unconfirmed', 'notOrdered', 'inProgress', 'done', 'failed', 'expired', 'forgotten'] as const),
] as const;

/** `ordering`: its request is under way. */
export const shownExportOrderStates = ['ordering', ...exportOrderStates] as const;
export type ShownExportOrderState = (typeof shownExportOrderStates)[number];

/**
 * What is wrong with an order, or with the last answer about it:
 * - `unreachable`: no answer, or none of a data export
 * - `refused`: the key is not accepted
 * - `permissionMissing`: the key may not use the data export
 * - `busy`: the rate limit of the key is used up
 * - `invalid`: the platform does not accept these days or this data set
 * - `unreadable`: an answer that says nothing about an order
 * - `addressMissing`: the file is written, and the platform does not say where it is
 * - `addressForeign`: it says that the file is elsewhere than at the address of the data export, where the desk fetches nothing
 */
export const exportProblems = [
  ...(['unreachable', 'refused', 'permissionMissing', 'busy', 'invalid'] as const),
  ...(['unreadable', 'addressMissing', 'addressForeign'] as const),
] as const;
type ExportProblemKind = (typeof exportProblems)[number];

/** `cause` is null where it is not known. */
export interface ExportProblem {
  kind: ExportProblemKind;
  cause: OutageCause | null;
}

/** A file of training that the platform was asked to write. */
export interface ExportOrder {
  id: string;
  dataSet: EventSet;
  /** Days in UTC, both inclusive. */
  from: string;
  until: string;
  fileType: ExportFileType;
  /** ISO instant. */
  orderedAt: string;
  /** The name of the colleague. */
  orderedBy: string;
  state: ShownExportOrderState;
  problem: ExportProblem | null;
  /** Whether the file can be fetched now. */
  isReady: boolean;
  /** ISO instant until which a file that is done is kept at least, unless somebody in it opts out or is erased; null for others. */
  keptUntil: string | null;
}

export interface ExportOrders {
  /** Whether the gym has a key of the data export. */
  isConnected: boolean;
  /** The day in UTC, by the desk's clock. */
  today: string;
  /** The last ones, newest first. */
  orders: ExportOrder[];
}

/** From the first to the last day of a file (`/reference/export`). */
const mostDays = 365;

/** The first day of which the platform writes files. */
export const oldestExportDay = (today: string): string =>
  Temporal.PlainDate.from(today).subtract({ years: 1 }).toString();

const fields = {
  dataSet: z.enum(eventSets),
  from: z.iso.date(),
  until: z.iso.date(),
  fileType: z.enum(exportFileTypes),
};

/** Days are compared only if both are valid. */
const areDays = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/**
 * What a person chooses of a file.
 * @param today the day in UTC
 */
export const exportOrderForm = (today: string) =>
  z
    .object(fields)
    .refine(({ from }) => from >= oldestExportDay(today), {
      error: 'Must not be more than a year ago.',
      path: ['from'],
      ...breaks('tooOld'),
    })
    .refine(({ until }) => until <= today, {
      error: 'Must not be after today.',
      path: ['until'],
      ...breaks('inFuture'),
    })
    .refine(({ from, until }) => from <= until, {
      error: 'Must not be before the first day.',
      path: ['until'],
      ...breaks('beforeFirst'),
      when: areDays,
    })
    .refine(({ from, until }) => daysBetween(from, until) <= mostDays, {
      error: `Must be at most ${mostDays} days after the first day.`,
      path: ['until'],
      ...breaks('tooLong'),
      when: areDays,
    });

/** `orderId`: made once by the form, so that a repeated request is the same order. */
export const exportOrderInput = z.object({ orderId: z.uuid(), ...fields });
export type ExportOrderInput = z.infer<typeof exportOrderInput>;

/** Orders of a gym that are in progress at a time. */
export const mostExportOrders = 10;

/**
 * - `alreadyOrdered`: the same file is in progress, ordered in another window or by somebody else
 * - `tooMany`: so many are in progress that nothing was requested
 */
export type ExportOrderOutcome =
  | { kind: 'ordered' | 'alreadyOrdered' | 'tooMany' }
  | { kind: 'unconfirmed' | 'notOrdered'; problem: ExportProblem | null };
