import { isCorporateEndings } from '#lib/wire/answers/corporate-fitness.ts';
import { isDirectoryPage } from '#lib/wire/answers/directory.ts';
import { isVisitsPage } from '#lib/wire/answers/visits.ts';
import type { CorporateEndings, DayRange } from '#lib/wire/corporate-fitness.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import type { VisitFilter, VisitsPage } from '#lib/wire/visits.ts';
import type { NextPage, Read } from './read.ts';

/** Members of the directory that match the filters, in pages. */
export const directory: Read<DirectoryFilters & NextPage, DirectoryPage> = {
  path: '/directory',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isDirectoryPage,
};

/** Arrivals and departures of one or several days, latest first, in pages. */
export const visitsOfDay: Read<VisitFilter & NextPage, VisitsPage> = {
  path: '/visits',
  permission: 'readMembers',
  list: 'visits',
  isAnswer: isVisitsPage,
};

/** Members whose corporate membership ends within a range. */
export const corporateEndings: Read<DayRange, CorporateEndings> = {
  path: '/corporate-fitness',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isCorporateEndings,
};
