import { z } from 'zod';
import { writtenNumberOrNone } from './written-number.ts';

/** The allowed range in months. */
export const retentionLimits = {
  /** A browser may retry a tap for 90 days: its visit must still be there for the idempotency check. */
  keepVisitsMonths: { min: 4, max: 120 },
  /** A minimum, so that a user cannot do something and soon delete the log of it. */
  keepAuditLogMonths: { min: 3, max: 120 },
  /** A platform may repeat a webhook for days. */
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

/** How many months a location keeps finished records; null keeps them permanently. */
export const retention = z.object({
  keepVisitsMonths: months(retentionLimits.keepVisitsMonths),
  keepAuditLogMonths: months(retentionLimits.keepAuditLogMonths),
  keepWebhooksMonths: months(retentionLimits.keepWebhooksMonths),
});
export type Retention = z.infer<typeof retention>;

/** The form of the same, with numbers as text. */
export const retentionForm = z.object({
  keepVisitsMonths: writtenNumberOrNone(retention.shape.keepVisitsMonths),
  keepAuditLogMonths: writtenNumberOrNone(retention.shape.keepAuditLogMonths),
  keepWebhooksMonths: writtenNumberOrNone(retention.shape.keepWebhooksMonths),
});

/** Whether the change deletes records that the settings before would keep. */
export const deletesMore = (before: Retention, after: Retention): boolean =>
  retentionNames.some((name) => (after[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? Number.POSITIVE_INFINITY));
