import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofMember } from './accounts.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, instant } from './columns.ts';

const visitKinds = ['CHECKIN', 'CHECKOUT'] as const;
export type VisitKind = (typeof visitKinds)[number];

/** Visit events as they happened. The primary key makes recording idempotent: a repeated event is the same row. */
export const visits = pgTable(
  'visits',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    kind: text({ enum: visitKinds }).notNull(),
    occurredAt: instant().notNull(),
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.kind, t.occurredAt] }),
    ofMember('visits', t.chainId, t.accountId),
    ofGym('visits', t.chainId, t.gymId),
    index('visits_by_time').on(t.chainId, t.gymId, t.occurredAt.desc().nullsFirst()),
    ...chainPolicies(),
  ],
);

/** Granted admissions of corporate members. */
export const admissions = pgTable(
  'admissions',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    admissionId: uuid().notNull(),
    admittedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.admissionId] }),
    ofMember('admissions', t.chainId, t.accountId),
    ofGym('admissions', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);
