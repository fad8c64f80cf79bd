import { isLogPage } from '#lib/wire/answers/audit-log.ts';
import { isConnection } from '#lib/wire/answers/connection.ts';
import { isExportOrders } from '#lib/wire/answers/export-orders.ts';
import { isGettingStarted } from '#lib/wire/answers/getting-started.ts';
import { isGymList } from '#lib/wire/answers/gyms.ts';
import { isLegacyAnswer, type LegacyAnswer } from '#lib/wire/answers/legacy-connectivity.ts';
import { isMigrations } from '#lib/wire/answers/migration.ts';
import { isOptOutNotice, isOptOutPage } from '#lib/wire/answers/opt-outs.ts';
import { isOutboxPage } from '#lib/wire/answers/outbox.ts';
import { isCardHolder } from '#lib/wire/answers/readers.ts';
import { isColleagues } from '#lib/wire/answers/staff.ts';
import { isTrainingPulls } from '#lib/wire/answers/training.ts';
import type { LogFilter, LogPage } from '#lib/wire/audit-log.ts';
import type { ConnectionView } from '#lib/wire/connection.ts';
import type { ExportOrders } from '#lib/wire/export-orders.ts';
import type { GettingStarted } from '#lib/wire/getting-started.ts';
import type { GymList } from '#lib/wire/gyms.ts';
import type { MigrationOverview } from '#lib/wire/migration.ts';
import type { OptOutNotice, OptOutPage } from '#lib/wire/opt-outs.ts';
import type { OutboxPage } from '#lib/wire/outbox.ts';
import type { CardHolderAnswer } from '#lib/wire/readers.ts';
import type { ColleagueList } from '#lib/wire/staff.ts';
import type { TrainingPulls } from '#lib/wire/training.ts';
import type { Here, NextPage, Read } from './read.ts';

export const staff: Read<Here, ColleagueList> = {
  path: '/staff',
  permission: 'manageLocation',
  list: 'staff',
  isAnswer: isColleagues,
};

export const legacy: Read<Here, LegacyAnswer> = {
  path: '/legacy',
  permission: 'manageLocation',
  list: 'legacy',
  isAnswer: isLegacyAnswer,
};

/** How the location is connected to its platform, without keys. */
export const connection: Read<Here, ConnectionView> = {
  path: '/connection',
  permission: 'manageLocation',
  list: 'connection',
  isAnswer: isConnection,
};

/** What a new gym still needs. */
export const gettingStarted: Read<Here, GettingStarted> = {
  path: '/getting-started',
  permission: 'manageLocation',
  list: 'gettingStarted',
  isAnswer: isGettingStarted,
};

/** The migrations of member lists, unfinished and finished. */
export const migrations: Read<Here, MigrationOverview> = {
  path: '/migration',
  permission: 'manageLocation',
  list: 'migrations',
  isAnswer: isMigrations,
};

/** Entries of the audit log that match the filters, newest first, in pages. */
export const auditEntries: Read<LogFilter & NextPage, LogPage> = {
  path: '/log',
  permission: 'manageLocation',
  list: 'log',
  isAnswer: isLogPage,
};

/** Visits, changes of tasks and messages that have not reached the platform, oldest first, in pages. */
export const outbox: Read<NextPage, OutboxPage> = {
  path: '/outbox',
  permission: 'manageLocation',
  list: 'outbox',
  isAnswer: isOutboxPage,
};

/** The manager's gyms, and who works where. */
export const gyms: Read<Here, GymList> = {
  path: '/gyms',
  permission: 'manageLocation',
  list: 'gyms',
  isAnswer: isGymList,
};

/** The daily matching of opted-out people, and its completed runs, newest first, in pages. */
export const optOuts: Read<NextPage, OptOutPage> = {
  path: '/opt-outs',
  permission: 'manageLocation',
  list: 'optOuts',
  isAnswer: isOptOutPage,
};

/** How far the training of members has been read from the data export. */
export const trainingPulls: Read<Here, TrainingPulls> = {
  path: '/training-pulls',
  permission: 'manageLocation',
  list: 'connection',
  isAnswer: isTrainingPulls,
};

/** The files of training that were ordered from the data export, newest first. */
export const exportOrders: Read<Here, ExportOrders> = {
  path: '/export-orders',
  permission: 'manageLocation',
  list: 'connection',
  isAnswer: isExportOrders,
};

/** What of it needs a manager, for every page of the office. */
export const optOutNotice: Read<Here, OptOutNotice> = {
  path: '/opt-outs/notice',
  permission: 'manageLocation',
  list: 'optOuts',
  isAnswer: isOptOutNotice,
};

/** Whose card a number is, for a card that was held to a reader in the office. */
export const cardHolder: Read<{ rfid: string }, CardHolderAnswer> = {
  path: '/card-holder',
  permission: 'manageLocation',
  list: 'members',
  isAnswer: isCardHolder,
};
