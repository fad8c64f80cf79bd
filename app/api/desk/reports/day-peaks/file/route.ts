import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeDayPeaks } from '#lib/server/reports/write-day-peaks.ts';
import { readDayPeaks } from '#lib/server/stays/day-peaks.ts';
import { reportPeriod } from '#lib/wire/reports.ts';

/** The peaks of days, as a spreadsheet file. It names nobody. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'readReports', input: reportPeriod }, async (context, { from, to }) => {
    const words = { say: await getTranslations('whenToStaff.peaks.columns'), locale: await getLocale() };
    const peaks = await readDayPeaks(context, { from, until: to });
    return csvResponse({ gym: context.actor.location, name: `day-peaks-${from}-${to}` }, writeDayPeaks(peaks, words));
  });
