import 'server-only';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { lastDayOf } from '#lib/server/contracts/contract-days.ts';
import { beginningOfName, members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { lastVisitOf } from '#lib/server/presence/last-visit.ts';
import type { DirectorySort } from '#lib/wire/directory.ts';

type Zoned = Pick<Location, 'id' | 'timeZone'>;

interface Sort {
  /** The sort key; never null. */
  value: SQL;
  /** The sort key as the text of a cursor. */
  text: SQL<string>;
  /** The inverse of `text`. */
  read(text: string): SQL;
  isText: RegExp;
  isNewestFirst: boolean;
}

const msOf = (instant: SQL): SQL<string> => sql`floor(extract(epoch from ${instant}) * 1000)::bigint::text`;
const instantOf = (ms: string): SQL => sql`${new Date(Number(ms)).toISOString()}::timestamptz`;
const isMs = /^\d{1,14}$/;

/** How the directory can be sorted. Members without a known visit or an end of the contract come last. */
function sortOf(sort: DirectorySort, location: Zoned): Sort {
  switch (sort) {
    case 'changed': {
      const value = sql`${members.changedAt}`;
      return { value, text: msOf(value), read: instantOf, isText: isMs, isNewestFirst: true };
    }
    case 'lastVisit': {
      const value = sql`coalesce(${lastVisitOf(location.id, members.accountId)}, to_timestamp(0))`;
      return { value, text: msOf(value), read: instantOf, isText: isMs, isNewestFirst: true };
    }
    case 'name': {
      const value = beginningOfName(members.searchName);
      return { value, text: value, read: (text) => sql`${text}`, isText: /^[^.]{0,60}$/, isNewestFirst: false };
    }
    case 'contractEnd': {
      const value = sql`coalesce(${lastDayOf(location)}, '9999-12-31'::date)`;
      const isDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2\d|3[01])$/;
      return {
        value,
        text: sql`${value}::text`,
        read: (day) => sql`${day}::date`,
        isText: isDay,
        isNewestFirst: false,
      };
    }
  }
}

/** A keyset cursor: the sort key and the account id of the last member of a page. */
export interface PlaceInDirectory {
  text: string;
  accountId: string;
}

/** Keyset pagination: the order, and the condition on rows after the cursor. */
export function pageBy(sort: DirectorySort, location: Zoned, after: PlaceInDirectory | undefined) {
  const { value, text, read, isNewestFirst } = sortOf(sort, location);
  const order = isNewestFirst ? desc : asc;
  const isFurther = isNewestFirst ? sql`<` : sql`>`;
  return {
    text,
    order: [order(value), order(members.accountId)],
    isAfter: after && sql`(${value}, ${members.accountId}) ${isFurther} (${read(after.text)}, ${after.accountId})`,
  };
}

/** For the form of a cursor, which depends on the order alone. */
const nowhere: Zoned = { id: '', timeZone: 'UTC' };

/** @returns null where the text is no cursor of this order */
export function readPlace(sort: DirectorySort, cursor: string): PlaceInDirectory | null {
  const dot = cursor.indexOf('.');
  const place = { text: cursor.slice(0, dot), accountId: cursor.slice(dot + 1) };
  return dot >= 0 && place.accountId !== '' && sortOf(sort, nowhere).isText.test(place.text) ? place : null;
}

export const writePlace = ({ text, accountId }: PlaceInDirectory): string => `${text}.${accountId}`;
