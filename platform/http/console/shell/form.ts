import type { Context } from 'hono';
import { isStorable } from '#contracts/v2/primitives.ts';
import { PlatformError } from '#platform/base/errors.ts';
import type { ConsoleEnv } from './environment.ts';

/** The fields of a form as they were typed. An absent field or a file is an empty text. */
export interface Form {
  text(name: string): string;
  /** The ticked values of checkboxes that share a name. */
  all(name: string): string[];
  fields: Record<string, string[]>;
}

/** @throws 400 if the body is not a form, or contains text that cannot be stored */
export async function readForm(c: Context<ConsoleEnv>): Promise<Form> {
  const waited = c.get('waitedForm');
  if (waited) return waited;
  const parsed = await c.req.parseBody({ all: true }).catch(() => {
    throw new PlatformError('invalidRequest', 'The body is not a form.');
  });
  const texts = Object.entries(parsed).map(([name, values]): [string, string[]] => [
    name,
    [values].flat().filter((value) => typeof value === 'string'),
  ]);
  if (!texts.every(([, values]) => values.every(isStorable))) {
    throw new PlatformError('invalidRequest', 'The form holds text that cannot be kept.');
  }
  return formOf(Object.fromEntries(texts));
}

export function formOf(fields: Record<string, string[]>): Form {
  const all = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? []) : []);
  return { all, text: (name) => all(name)[0] ?? '', fields };
}
