import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import { type ReadName, reads } from '#lib/wire/reads/registry.ts';
import { answerOf, type ReadAnswer, type ReadInput } from './served-reads.ts';

/** Reads whose data is only of this moment: a stale value on the screen would mislead. */
type MomentName = 'presence' | 'status';
type LastingName = Exclude<ReadName, MomentName>;

interface NamedRead<Name extends ReadName> {
  name: Name;
  input: ReadInput<Name>;
}

/**
 * Runs a read of the registry on the server and puts its answer into the query cache of the page, under the key where the
 * screen looks for it. Permission, schema and answer are those of the browser's own request.
 * @returns the answer
 * @throws ActionFailure `notAllowed`, or as the read does
 */
export async function prefill<Name extends LastingName>(
  queryClient: QueryClient,
  context: StaffContext,
  read: NamedRead<Name>,
): Promise<ReadAnswer<Name>> {
  const answer = await readAs(context, read);
  queryClient.setQueryData(keyIn(context, read), answer);
  return answer;
}

/**
 * The same for data of this moment, on any page. It counts as stale: the browser refetches it as soon as the page is open,
 * and it never replaces what the browser has read already. Where the read fails, the page opens without its data.
 */
export async function prefillMoment<Name extends MomentName>(
  queryClient: QueryClient,
  context: StaffContext,
  read: NamedRead<Name>,
): Promise<void> {
  try {
    const answer = await readAs(context, read);
    // older than any answer in a browser, by any clock: a page from the router cache brings this answer again
    queryClient.setQueryData(keyIn(context, read), answer, { updatedAt: 1 });
  } catch (error) {
    context.desk.log.warn({ error, read: read.name }, 'a page opens without its first data');
  }
}

/** The same for the first page of an infinite query. */
export async function prefillFirstPage<Name extends ReadName>(
  queryClient: QueryClient,
  context: StaffContext,
  read: NamedRead<Name>,
): Promise<void> {
  const first = await readAs(context, read);
  queryClient.setQueryData(keyIn(context, read), { pages: [first], pageParams: [null] });
}

const readAs = <Name extends ReadName>(context: StaffContext, read: NamedRead<Name>) =>
  answerOf(authorise(context, reads[read.name].permission), read);

const keyIn = <Name extends ReadName>({ actor }: StaffContext, { name, input }: NamedRead<Name>) =>
  keyOf<ReadInput<Name>>(reads[name], actor.location.id, input);
