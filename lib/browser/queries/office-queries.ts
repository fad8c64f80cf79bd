import { queryOptions } from '@tanstack/react-query';
import { isOpen } from '#lib/wire/migration.ts';
import { legacy, migrations, staff } from '#lib/wire/reads/office.ts';
import { readQuery } from './read-query.ts';

export const staffQuery = (locationId: string) => readQuery(staff, locationId, {});

export const legacyQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(legacy, locationId, {}),
    select: (answer) => answer.legacy,
  });

const whileOpenMs = 2_000;
const otherwiseMs = 20_000;

export const migrationsQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(migrations, locationId, {}),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? whileOpenMs : otherwiseMs),
  });
