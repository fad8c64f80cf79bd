import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { csvResponse, separatorOf } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { hasMigration, resultWords, writeResults } from '#lib/server/migration/results.ts';

const input = z.object({ runId: z.uuid() });

/** The outcome of each row of a list, as a spreadsheet file. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation', input }, async ({ desk, actor }, { runId }) => {
    if (!(await hasMigration(desk.db, { locationId: actor.location.id, runId })))
      throw new ActionFailure('notFound', 'No such list.');
    const words = resultWords(await getTranslations('migration.results'), separatorOf(await getLocale()));
    return csvResponse(
      { gym: actor.location, name: 'migration' },
      writeResults(desk.db, { locationId: actor.location.id, runId, words }),
    );
  });
