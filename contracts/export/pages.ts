import { z } from 'zod';
import { isoDate } from '#contracts/v2/primitives.ts';

export const gymInfo = z
  .object({ name: z.string().meta({ description: 'Name of the gym that the key is for.', example: 'München West' }) })
  .meta({ id: 'GymInfo' });

/** Days of a range, both included, in UTC. */
export const rangeQuery = z.object({
  startDate: isoDate.meta({ description: 'First day, in UTC.', example: '2026-11-01' }),
  endDate: isoDate.meta({ description: 'Last day, in UTC. It may lie in the future.', example: '2026-11-20' }),
});
export type DayRange = z.infer<typeof rangeQuery>;

/** What a page is asked for by. */
export const pageQuery = rangeQuery.extend({
  cursor: z.string().optional().meta({
    description: '`nextCursor` of the page before. It goes with the same operation and range.',
    example: 'v1.d2hlcmUgdGhlIHBhZ2UgZW5kZWQ',
  }),
});

/** A page of an export. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    gym: gymInfo,
    data: z.array(item).meta({ description: 'At most 500 items, oldest first.' }),
    nextCursor: z.string().nullable().meta({
      description: 'Asks for the next page as `cursor`; `null` where this is the last one.',
      example: 'v1.d2hlcmUgdGhlIHBhZ2UgZW5kZWQ',
    }),
  });

/** Items of a full page (behaviour sheet, "Data export"). */
export const pageSize = 500;
