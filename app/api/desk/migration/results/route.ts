import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { answerRequest } from '#lib/actions/answer-read.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { hasMigration, resultWords, writeResults } from '#lib/desk/migration/results.ts';
import { ActionFailure } from '#lib/failure.ts';

const input = z.object({ runId: z.uuid() });
const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="migration.csv"',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** What became of each row of a list, as a file for a spreadsheet. */
export const GET = (request: Request): Promise<Response> =>
  answerRequest(async () => {
    const { desk, actor } = await requireStaff('manageLocation');
    const { runId } = input.parse(Object.fromEntries(new URL(request.url).searchParams));
    if (!(await hasMigration(desk.db, actor.location.id, runId))) throw new ActionFailure('notFound', 'No such list.');
    // what a spreadsheet of this language takes for the end of a cell
    const separator = (await getLocale()) === 'de' ? ';' : ',';
    const words = resultWords(await getTranslations('migration.results'), separator);
    return new Response(streamOf(writeResults(desk.db, actor.location.id, runId, words)), { headers });
  });

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
