import { z } from 'zod';
import { idOf } from './primitives.ts';

/**
 * How a client parses responses. Our platform's responses are narrower than those of another platform may be
 * (docs/decisions/other-platforms.md). These schemas are for parsing only; they are not part of the published document.
 */

/** An id or a number that another platform may store as a number. An exact number becomes its text. */
export const textAsRead = z.union([z.string(), z.int().transform(String)]);

/** An id that another platform may store as a number. */
export const idAsRead = textAsRead.pipe(idOf('an account, a task, a product or a webhook'));

/** Why an item of a list could not be parsed: field and code, never the value. */
export interface Unreadable {
  /** Index in the list, from 0. */
  index: number;
  /** Dotted path of the field; empty for the item itself. */
  path: string;
  /** What is wrong with it, such as `invalid_type`. */
  code: string;
}

/** The readable part of a list. */
export interface ReadList<T> {
  items: T[];
  /** One entry per skipped item. */
  unreadable: Unreadable[];
}

/**
 * A list with more of them is not a list of this type. Describing an error takes as long as parsing many valid items.
 */
const mostUnreadable = 5_000;

/** Parses a list item by item: an invalid item does not make the others unreadable. */
export const listAsRead = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).transform((told, { addIssue }): ReadList<z.output<T>> => {
    const list: ReadList<z.output<T>> = { items: [], unreadable: [] };
    for (const [index, one] of told.entries()) {
      const { success, data, error } = item.safeParse(one);
      if (success) list.items.push(data);
      else list.unreadable.push(unreadableOf(error, index));
      if (list.unreadable.length > mostUnreadable) {
        addIssue({ code: 'custom', message: 'Is a list of something else.' });
        return z.NEVER;
      }
    }
    return list;
  });

function unreadableOf({ issues: [issue] }: z.ZodError, index: number): Unreadable {
  // for a union, report the issue of its first option
  const [first] = issue?.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  return { index, path: issue?.path.map(String).join('.') ?? '', code: first?.code ?? issue?.code ?? 'custom' };
}

/**
 * A page of a list. No field of it is required by the document: one that has any other field of a page is empty where `items` is absent
 * or null.
 */
export const pageAsRead = <T extends z.ZodRawShape & { items: z.ZodType }>(fields: T) =>
  z.preprocess(withItems, z.object(fields));

function withItems(told: unknown): unknown {
  if (typeof told !== 'object' || told === null) return told;
  const page: Record<string, unknown> = { ...told };
  const isPage =
    typeof page.hasNext === 'boolean' ||
    [page.offset, page.limit, page.total].some((count) => typeof count === 'number');
  return isPage && (page.items ?? null) === null ? { ...page, items: [] } : told;
}

/** For a response with more data than the operation needs: an invalid body does not mean that the operation failed. */
export const ifReadable = <T extends z.ZodType>(answer: T) => z.union([answer, z.unknown().transform(() => null)]);
