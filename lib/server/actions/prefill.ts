import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import { type ReadName, reads } from '#lib/wire/reads/registry.ts';
import { answerOf, type ReadAnswer, type ReadInput } from './served-reads.ts';

/**
 * Makes a read of the registry for a page, so that its first data comes with it: under the permission, by the schema and
 * with the answer that the browser would get, and kept under the key where a screen looks for it.
 * @returns the answer
 * @throws ActionFailure `notAllowed`, or as the read does
 */
export async function prefill<Name extends ReadName>(
  queryClient: QueryClient,
  context: StaffContext,
  name: Name,
  input: ReadInput<Name>,
): Promise<ReadAnswer<Name>> {
  const answer = await readAs(context, name, input);
  queryClient.setQueryData(keyIn(context, name, input), answer);
  return answer;
}

/**
 * The same for what the counter shows of this moment: the browser reads it again as soon as its page is there, and nothing that
 * it has read already is ever replaced by it. A read that fails is left to the browser: the counter opens without.
 */
export async function prefillMoment<Name extends ReadName>(
  queryClient: QueryClient,
  context: StaffContext,
  { name, input }: { name: Name; input: ReadInput<Name> },
): Promise<void> {
  try {
    const answer = await readAs(context, name, input);
    // older than all that a browser reads, by whichever clock: a page that the router has kept comes back with this too
    queryClient.setQueryData(keyIn(context, name, input), answer, { updatedAt: 1 });
  } catch (error) {
    context.desk.log.warn({ error, read: name }, 'the counter opens without its first data');
  }
}

/** The same for a list that screens read page by page: its first page. */
export async function prefillFirstPage<Name extends ReadName>(
  queryClient: QueryClient,
  context: StaffContext,
  name: Name,
  input: ReadInput<Name>,
): Promise<void> {
  const first = await readAs(context, name, input);
  queryClient.setQueryData(keyIn(context, name, input), { pages: [first], pageParams: [null] });
}

const readAs = <Name extends ReadName>(context: StaffContext, name: Name, input: ReadInput<Name>) =>
  answerOf(authorise(context, reads[name].permission), name, input);

const keyIn = <Name extends ReadName>({ actor }: StaffContext, name: Name, input: ReadInput<Name>) =>
  keyOf<ReadInput<Name>>(reads[name], actor.location.id, input);
