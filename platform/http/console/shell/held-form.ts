import type { Context } from 'hono';
import { z } from 'zod';
import { PlatformError } from '#platform/base/errors.ts';
import type { ConsoleEnv } from './environment.ts';
import { type Form, formOf, readForm } from './form.ts';
import { readSessionToken } from './session-cookie.ts';

const kept = z.record(z.string(), z.array(z.string()));

/** Binds the encryption to the session of this browser and to the form's own address. */
const sealedFor = (c: Context<ConsoleEnv>): string => `held/${c.req.path}/${readSessionToken(c)}`;

/**
 * A form that waits while the owner is asked who they are, for a hidden field of that page. It is sealed because it may hold the
 * secret of a webhook, which no page shows.
 */
export const holdForm = (c: Context<ConsoleEnv>, { fields }: Form): string =>
  c.get('seal').close(JSON.stringify(fields), sealedFor(c));

/**
 * The form that a request is about: the one that waited, or the posted one.
 * @throws 400 if what it holds is not of this session and address
 */
export async function readHeldForm(c: Context<ConsoleEnv>): Promise<Form> {
  const form = await readForm(c);
  const held = form.text('held');
  if (held === '') return form;
  const opened = c.get('seal').open(held, sealedFor(c));
  if (opened === null) throw new PlatformError('invalidRequest', 'The form that waited cannot be read.');
  return formOf(kept.parse(JSON.parse(opened)));
}
