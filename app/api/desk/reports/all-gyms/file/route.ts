import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeAllGyms } from '#lib/server/reports/write-all-gyms.ts';

/** All gyms whose reports the person may read, at this moment, as a spreadsheet file. It names no member. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'readReports' }, async (context) => {
    const words = { say: await getTranslations('allGyms.columns'), locale: await getLocale() };
    return csvResponse({ gym: null, name: 'all-gyms' }, await writeAllGyms(context, words));
  });
