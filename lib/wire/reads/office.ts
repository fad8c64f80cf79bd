import { isLegacyAnswer, type LegacyAnswer } from '#lib/wire/answers/legacy-connectivity.ts';
import { isMigrations } from '#lib/wire/answers/migration.ts';
import { isColleagues } from '#lib/wire/answers/staff.ts';
import type { MigrationOverview } from '#lib/wire/migration.ts';
import type { ColleagueList } from '#lib/wire/staff.ts';
import type { Here, Read } from './read.ts';

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

/** The migrations of member lists, unfinished and finished. */
export const migrations: Read<Here, MigrationOverview> = {
  path: '/migration',
  permission: 'manageLocation',
  list: 'migrations',
  isAnswer: isMigrations,
};
