import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { csvResponse, separatorOf } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeVisits } from '#lib/server/visits/write-day.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';
import type { RefusalCode } from '#lib/wire/refusals.ts';
import { visitFilter } from '#lib/wire/visits.ts';

/** The visits of one or several days, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists', input: visitFilter }, async ({ desk, actor }, filter) => {
    const { location, staffId } = actor;
    const { day, until = day } = filter;
    const days = day === until ? day : `${day}-${until}`;
    await writeAudit(desk.db, desk, { locationId: location.id, staffId, action: 'exportVisits', reason: days });
    const reasons = await getTranslations('reasons');
    const words = {
      say: await getTranslations('visits'),
      sayReason: (reason: RefusalCode) => reasons(refusalMessage(reason)),
      separator: separatorOf(await getLocale()),
    };
    return csvResponse(
      { gym: location, name: `${filter.tab ?? 'visits'}-${days}` },
      writeVisits({ desk, actor }, { filter, words }),
    );
  });
