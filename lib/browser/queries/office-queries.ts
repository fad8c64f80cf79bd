import { queryOptions } from '@tanstack/react-query';
import { legacy, staff } from '#lib/wire/reads/office.ts';
import { readQuery } from './read-query.ts';

export const staffQuery = (locationId: string) => readQuery(staff, locationId, {});

export const legacyQuery = (locationId: string) =>
  queryOptions({
    ...readQuery(legacy, locationId, {}),
    select: (answer) => answer.legacy,
  });
