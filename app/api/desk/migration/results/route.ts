import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { answerGet } from '#lib/actions/answer-get.ts';
import { csvResponse, separatorOf } from '#lib/csv/write-csv.ts';
import { hasMigration, resultWords, writeResults } from '#lib/desk/migration/results.ts';
import { ActionFailure } from '#lib/failure.ts';
import { getTranslations } from '#lib/i18n/server-translations.ts';

const input = z.object({ runId: z.uuid() });

/** What became of each row of a list, as a file for a spreadsheet. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation', input }, async ({ desk, actor }, { runId }) => {
    if (!(await hasMigration(desk.db, actor.location.id, runId))) throw new ActionFailure('notFound', 'No such list.');
    const words = resultWords(await getTranslations('migration.results'), separatorOf(await getLocale()));
    return csvResponse('migration', writeResults(desk.db, actor.location.id, runId, words));
  });
