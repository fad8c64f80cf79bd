import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRefusal } from '#lib/browser/base/ask-desk.ts';
import type { LogFilter } from '#lib/wire/audit-log.ts';
import { isOpen } from '#lib/wire/migration.ts';
import type { HolderOfCard } from '#lib/wire/readers.ts';
import {
  auditEntries,
  cardHolder,
  connection,
  exportOrders,
  gettingStarted,
  gyms,
  legacy,
  migrations,
  optOutNotice,
  optOuts,
  outbox,
  staff,
  trainingPulls,
} from '#lib/wire/reads/office.ts';
import { mayRetry } from './may-retry.ts';
import { ofPlatform, readPages, readQuery, refreshMs } from './read-query.ts';

/** The manager's gyms, and who works where. */
export const gymsQuery = (locationId: string) => readQuery(gyms, locationId, {});

export const staffQuery = (locationId: string) => readQuery(staff, locationId, {});

export const legacyQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(legacy, locationId, {}),
    select: (answer) => answer.legacy,
  });

export const connectionQuery = (locationId: string) => readQuery(connection, locationId, {});

const whileReadMs = 4_000;

/** Refetched often while the members are read for the first time; not any more once everything is done. A failed read does not make it more often. */
export const gettingStartedQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(gettingStarted, locationId, {}),
    refetchInterval: ({ state: { data, error } }) => {
      if (data && data.doneAt !== null) return false;
      return data?.reading?.isRunning && error === null ? whileReadMs : refreshMs;
    },
  });

const whileOpenMs = 2_000;
const otherwiseMs = 20_000;

export const migrationsQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(migrations, locationId, {}),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? whileOpenMs : otherwiseMs),
  });

/** Entries of the log. Not polled: a refetch would load every page again that was opened. */
export const logQuery = (locationId: string, filter: LogFilter) =>
  infiniteQueryOptions({
    ...readPages(auditEntries, locationId, filter),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });

/** What has not reached the member system. A live event refetches it. */
export const outboxQuery = (locationId: string) => infiniteQueryOptions(readPages(outbox, locationId, {}));

/** What the matching of opted-out people needs a manager for. */
export const optOutNoticeQuery = (locationId: string) => readQuery(optOutNotice, locationId, {});

/** How far training has been read. A live event refetches it. */
export const trainingPullsQuery = (locationId: string) => readQuery(trainingPulls, locationId, {});

/** The files that were ordered from the data export. A live event refetches it. */
export const exportOrdersQuery = (locationId: string) => readQuery(exportOrders, locationId, {});

/** The matching of opted-out people. A live event refetches it. */
export const optOutsQuery = (locationId: string) => infiniteQueryOptions(readPages(optOuts, locationId, {}));

/** Longer than the desk's own requests are apart: one card that the platform cannot answer must not look like an outage of it. */
const whileUnavailableMs = 20_000;

/** Whose card a number is. Each read sends a request to the platform, so it is asked again only where there was no answer of it. */
export const cardHolderQuery = (locationId: string, rfid: string) =>
  queryOptions({
    ...readQuery(cardHolder, locationId, { rfid }),
    refetchInterval: ({ state: { data, error } }) => {
      const isAnswered = error === null ? data !== undefined && isOfPlatform(data.holder) : isRefusal(error);
      return isAnswered ? false : whileUnavailableMs;
    },
    meta: ofPlatform,
    retry: mayRetry(1),
  });

const isOfPlatform = (holder: HolderOfCard): boolean =>
  holder.kind !== 'unavailable' && !(holder.kind === 'member' && holder.isRecalled);
