import type { Context } from 'hono';
import { isStorable } from '#contracts/v2/primitives.ts';
import { PlatformError } from '#platform/base/errors.ts';

/** The fields of a form as they were typed. An absent field or a file is an empty text. */
export interface Form {
  text(name: string): string;
  /** The ticked values of checkboxes that share a name. */
  all(name: string): string[];
}

/** @throws 400 if the body is not a form, or contains text that cannot be stored */
export async function readForm(c: Context): Promise<Form> {
  const fields = await c.req.parseBody({ all: true }).catch(() => {
    throw new PlatformError('invalidRequest', 'The body is not a form.');
  });
  const texts = Object.values(fields)
    .flat()
    .filter((value) => typeof value === 'string');
  if (!texts.every(isStorable)) throw new PlatformError('invalidRequest', 'The form holds text that cannot be kept.');
  const all = (name: string) => [fields[name] ?? []].flat().filter((value) => typeof value === 'string');
  return { all, text: (name) => all(name)[0] ?? '' };
}
