import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { writeInactive } from '#lib/server/inactive/write-inactive.ts';
import { inactiveInput } from '#lib/wire/inactive-members.ts';

/** The members who stay away, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists', input: inactiveInput }, async ({ desk, actor }, { days }) => {
    const { location, staffId } = actor;
    await writeAudit(desk.db, desk, { locationId: location.id, staffId, action: 'exportInactive' });
    const words = { say: await getTranslations('whoStaysAway'), locale: await getLocale() };
    const report = await readInactive({ desk, actor }, { days });
    return csvResponse(
      { gym: location, name: `who-stays-away-${report.today}` },
      writeInactive(report, { location, words }),
    );
  });
