import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { writeMachineHours, writeMachines } from '#lib/server/reports/write-training.ts';
import { readUseOfMachines } from '#lib/server/training/use-of-machines.ts';
import { trainingFile } from '#lib/wire/training-report.ts';

const files = {
  machines: { name: 'machines', write: writeMachines },
  hours: { name: 'machine-hours', write: writeMachineHours },
};

/** The use of machines, as a spreadsheet file. It names nobody. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'readReports', input: trainingFile }, async (context, { from, to, list }) => {
    const words = { say: await getTranslations('trainingReport.columns'), locale: await getLocale() };
    const { name, write } = files[list];
    const use = await readUseOfMachines(context, { from, until: to });
    return csvResponse({ gym: context.actor.location, name: `${name}-${from}-${to}` }, write(use, words));
  });
