import { doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { instant, number } from './columns.ts';
import { deliveryFailures } from './webhooks.ts';

/** What a rule of the sandbox did to a request. `dropped`: its connection was closed without a response. */
const faultEffects = ['answered', 'delayed', 'droppedBefore', 'droppedAfter'] as const;
export type FaultEffect = (typeof faultEffects)[number];

const interfaces = ['v2', 'v1', 'export'] as const;
export type LoggedInterface = (typeof interfaces)[number];

/**
 * The requests of a sandbox; empty outside one. Not per chain: whoever runs a sandbox watches all of its gyms.
 * UNLOGGED: a crash may empty it.
 */
export const sandboxRequests = pgTable(
  'sandbox_requests',
  {
    /** In the order in which the processes wrote them. */
    number: number().primaryKey().generatedAlwaysAsIdentity({ startWith: 1 }),
    requestId: uuid().notNull(),
    at: instant().notNull(),
    durationMs: doublePrecision().notNull(),
    interface: text({ enum: interfaces }).notNull(),
    /** Null for a path that the interface does not have. */
    operation: text(),
    method: text().notNull(),
    /** With the query. */
    path: text().notNull(),
    /** The public part of the key, or the number of the gym in version 1; null if neither was sent. */
    credential: text(),
    /** Null if the credential was refused. */
    gymId: uuid(),
    /** Null if the connection was closed without a response: by a rule, which `fault` then tells, or by the client. */
    status: integer(),
    fault: text({ enum: faultEffects }),
    /** Null if it was not JSON, or was refused before it was read. Longer ones are cut. */
    requestBody: text(),
    answerBody: text(),
  },
  (t) => [uniqueIndex('sandbox_requests_by_id').on(t.requestId)],
);

/** The attempts of webhook deliveries in a sandbox, as they were sent. Not per chain, like the requests. */
export const sandboxAttempts = pgTable(
  'sandbox_attempts',
  {
    number: number().primaryKey().generatedAlwaysAsIdentity({ startWith: 1 }),
    deliveryId: uuid().notNull(),
    gymId: uuid().notNull(),
    webhookId: number().notNull(),
    url: text().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** The number of the attempt among all of this delivery. */
    attempt: integer().notNull(),
    at: instant().notNull(),
    durationMs: integer().notNull(),
    /** Null if there was no response; `failure` then holds the reason. */
    status: integer(),
    failure: text({ enum: deliveryFailures }),
    /** What was signed: id, time and body. Null if the secret could not be read. */
    signed: text(),
    signature: text(),
    /** The beginning of the receiver's response. */
    answer: text(),
    /** In real time: the clock of a sandbox may be moved. */
    loggedAt: instant().notNull().defaultNow(),
  },
  (t) => [index('sandbox_attempts_of_delivery').on(t.deliveryId)],
);
