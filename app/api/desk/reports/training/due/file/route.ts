import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeDue } from '#lib/server/reports/write-training.ts';
import { readAssessmentsDue } from '#lib/server/training/assessments-due.ts';
import { dueChoice } from '#lib/wire/training-report.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** All members whose assessment is due, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists', input: dueChoice }, async ({ desk, actor }, choice) => {
    const { location, staffId } = actor;
    const due = await readAssessmentsDue({ desk, actor }, choice);
    if (!due) throw new ActionFailure('conflict', 'Training has not been read completely yet.');
    await writeAudit(desk.db, desk, { locationId: location.id, staffId, action: 'exportMembers' });
    const words = { say: await getTranslations('trainingReport.columns'), locale: await getLocale() };
    return csvResponse(
      { gym: location, name: `assessments-due-${dayOf(desk.clock(), location.timeZone)}` },
      writeDue(due, words),
    );
  });
