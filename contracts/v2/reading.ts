import { z } from 'zod';
import { idOf } from './primitives.ts';

/**
 * How a client reads answers. What our platform answers is narrower than what another platform may (behaviour sheet,
 * "What the real provider may do otherwise"): these schemas are for reading alone, and are no part of what is published.
 */

/** An id or a number that another platform may keep as a number: one that is exact is read as its text. */
export const textAsRead = z.union([z.string(), z.int().transform(String)]);

/** An id that another platform may keep as a number. */
export const idAsRead = textAsRead.pipe(idOf('an account, a task, a product or a webhook'));

/** Why an item of a list could not be read: by field and code, and never its value. */
export interface Unreadable {
  /** Where it stands in the list, from 0. */
  index: number;
  /** Dotted path of the field; empty for the item itself. */
  path: string;
  /** What is wrong with it, such as `invalid_type`. */
  code: string;
}

/** What could be read of a list. */
export interface ReadList<T> {
  items: T[];
  /** One entry for each item that was skipped. */
  unreadable: Unreadable[];
}

/** A list with more of them is of something else; to find out what is wrong takes each as long as to read many others. */
const mostUnreadable = 5_000;

/** Reads a list item by item: one that is not of the interface takes no other with it. */
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
  // of a field that may be several things, what keeps it from being the first
  const [first] = issue?.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  return { index, path: issue?.path.map(String).join('.') ?? '', code: first?.code ?? issue?.code ?? 'custom' };
}

/** An answer that says more than the operation needs: whatever else comes is no reason to doubt that it was done. */
export const ifReadable = <T extends z.ZodType>(answer: T) => z.union([answer, z.unknown().transform(() => null)]);
