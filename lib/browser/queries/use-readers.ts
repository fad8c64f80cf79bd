import { useQuery } from '@tanstack/react-query';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { readersQuery } from './desk-queries.ts';

/**
 * How the readers of a location write: a change reaches open windows by a live event.
 * @param opened as the page was opened
 */
export const useReaders = (locationId: string, opened: ReaderProfiles): ReaderProfiles =>
  useQuery({ ...readersQuery(locationId), initialData: () => [...opened] }).data;
