import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { auditStatement } from '#lib/server/admissions/audit-statement.ts';
import { requireStatementGym } from '#lib/server/admissions/statement-gym.ts';
import { writeStatement } from '#lib/server/admissions/write-statement.ts';
import { csvResponse, separatorOf } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { statementGym, statementMonth } from '#lib/wire/corporate-statement.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';

const statementFile = statementMonth.extend(statementGym.shape);

/** The corporate admissions and refusals of a month, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists', input: statementFile }, async (context, { month, retired }) => {
    const { desk } = context;
    const location = await requireStatementGym(context, { retired });
    await auditStatement(context, { month, location });
    const reasons = await getTranslations('reasons');
    const words = {
      say: await getTranslations('corporateStatement.file'),
      sayReason: (reason: Parameters<typeof refusalMessage>[0]) => reasons(refusalMessage(reason)),
      separator: separatorOf(await getLocale()),
    };
    return csvResponse(
      { gym: location, name: `corporate-fitness-${month}` },
      writeStatement({ desk, actor: { location } }, { month, words }),
    );
  });
