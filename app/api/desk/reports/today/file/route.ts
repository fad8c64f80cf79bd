import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readCurveOfToday } from '#lib/server/reports/read-today.ts';
import { writeToday } from '#lib/server/reports/write-today.ts';

/** Today and its usual curve, as a spreadsheet file. It names nobody. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'readReports' }, async (context) => {
    const words = { say: await getTranslations('whenToStaff.today.columns'), locale: await getLocale() };
    const curve = await readCurveOfToday(context);
    return csvResponse({ gym: context.actor.location, name: `today-${curve.period.from}` }, writeToday(curve, words));
  });
