import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeLog } from '#lib/server/audit/write-log.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { csvResponse, separatorOf } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readLogFilter } from '#lib/wire/audit-log.ts';

/** The entries of the log that match the filters of the query, as a spreadsheet file. The log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation' }, async ({ desk, actor }) => {
    const filter = readLogFilter(new URL(request.url).searchParams);
    await writeAudit(desk.db, desk, { locationId: actor.location.id, staffId: actor.staffId, action: 'exportLog' });
    const separator = separatorOf(await getLocale());
    const words = { word: await getTranslations('log'), say: await getTranslations(), separator };
    return csvResponse({ gym: actor.location, name: 'log' }, writeLog({ desk, actor }, { filter, words }));
  });
