import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeHoursOfWeek } from '#lib/server/reports/write-hours-of-week.ts';
import { readWeekdayHours } from '#lib/server/stays/weekday-hours.ts';
import { reportPeriod } from '#lib/wire/reports.ts';

/** The hours of the week, as a spreadsheet file. It names nobody. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'readReports', input: reportPeriod }, async (context, { from, to }) => {
    const words = { say: await getTranslations('whenToStaff.hours.columns'), locale: await getLocale() };
    const hours = await readWeekdayHours(context, { from, until: to });
    return csvResponse(
      { gym: context.actor.location, name: `hours-of-week-${from}-${to}` },
      writeHoursOfWeek(hours, words),
    );
  });
