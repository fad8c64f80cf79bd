import { z } from 'zod';
import { exampleDay } from '#contracts/example-day.ts';

export const gymInfo = z
  .object({ name: z.string().meta({ description: 'Name of the gym that the key is for.', example: 'München West' }) })
  .meta({ description: 'The gym that the key is for.' });

/** An existing day that PostgreSQL can store. A parameter that is sent twice is invalid. */
const day = z.iso
  .date('Must be one date in the format yyyy-MM-dd.')
  .refine((date) => date >= '0001-01-01', 'Must be a date after the year 0.');

/** Days of a range in UTC, both inclusive. */
export const rangeQuery = z.object({
  startDate: day.meta({ description: 'First day, in UTC.', example: exampleDay(-14) }),
  endDate: day.meta({ description: 'Last day, in UTC. It may lie in the future.', example: exampleDay(0) }),
});
export type DayRange = z.infer<typeof rangeQuery>;

/** The query of a page. */
export const pageQuery = rangeQuery
  .extend({
    cursor: z.string('Must be one nextCursor.').optional().meta({
      description: '`nextCursor` of the page before. It goes with the same operation and range.',
      example: 'v1.d2hlcmUgdGhlIHBhZ2UgZW5kZWQ',
    }),
  })
  .loose()
  .superRefine(refuseOtherCase);

/** Rejects `Cursor`: if it were ignored, the client would read the first page forever. */
function refuseOtherCase(query: Record<string, unknown>, { addIssue }: z.RefinementCtx): void {
  for (const name of Object.keys(query)) {
    if (name !== 'cursor' && name.toLowerCase() === 'cursor') {
      addIssue({ code: 'custom', path: [name], message: 'Is written "cursor".' });
    }
  }
}

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

/** Items of a full page (`/reference/export`). */
export const pageSize = 500;
