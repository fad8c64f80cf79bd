import { z } from 'zod';
import { writtenNumberOrNone } from './written-number.ts';

/** The smallest and the largest number of months that a location may choose. */
export const retentionLimits = {
  /** A tap may come again from a browser for 90 days, and then meets the visit that it recorded. */
  keepVisitsMonths: { min: 4, max: 120 },
  /** Nobody does something and deletes what tells of it soon after. */
  keepAuditLogMonths: { min: 3, max: 120 },
  /** A platform repeats itself for days. */
  keepWebhooksMonths: { min: 1, max: 120 },
} as const;

export type RetentionName = keyof typeof retentionLimits;
export const retentionNames = Object.keys(retentionLimits) as RetentionName[]; // safe because: the keys of the limits are the names

const months = ({ min, max }: { min: number; max: number }) =>
  z
    .number()
    .int('Must be a whole number.')
    .min(min, `Must be at least ${min}.`)
    .max(max, `Must be at most ${max}.`)
    .nullable();

/** For how many months a location keeps what has been dealt with; null keeps it for good. */
export const retention = z.object({
  keepVisitsMonths: months(retentionLimits.keepVisitsMonths),
  keepAuditLogMonths: months(retentionLimits.keepAuditLogMonths),
  keepWebhooksMonths: months(retentionLimits.keepWebhooksMonths),
});
export type Retention = z.infer<typeof retention>;

/** The same as it stands in its form, with numbers as texts. */
export const retentionForm = z.object({
  keepVisitsMonths: writtenNumberOrNone(retention.shape.keepVisitsMonths),
  keepAuditLogMonths: writtenNumberOrNone(retention.shape.keepAuditLogMonths),
  keepWebhooksMonths: writtenNumberOrNone(retention.shape.keepWebhooksMonths),
});

/** Whether the change deletes what would otherwise be kept. */
export const deletesMore = (before: Retention, after: Retention): boolean =>
  retentionNames.some((name) => (after[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? Number.POSITIVE_INFINITY));
