import { CircleAlert } from 'lucide-react';
import type { Metadata } from 'next';
import { Report } from '#components/reports/report.tsx';
import { MonthChoice } from '#components/reports/statement/month-choice.tsx';
import { StatementOfMonth } from '#components/reports/statement/statement-of-month.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { admissionsKnownSince, readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readStatementMonth } from '#lib/wire/corporate-statement.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { monthOf } from '#lib/wire/time/month.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('corporateStatement'),
});

export default async function CorporateStatementPage({
  params,
  searchParams,
}: PageProps<'/g/[gym]/reports/corporate-statement'>) {
  const context = await openPage('readReports', params);
  const { desk, actor, staff } = context;
  const { id, slug, name, timeZone } = actor.location;
  const t = await getTranslations();
  const now = desk.clock();
  const since = dayOf(admissionsKnownSince(actor.location, now).getTime(), timeZone);
  const asked = readStatementMonth(await searchParams, { since: monthOf(since), today: dayOf(now, timeZone) });
  const statement = asked.month === null ? null : await readCorporateStatement(context, { month: asked.month });
  const fileHref =
    asked.month !== null && isAllowed(staff.role, 'exportLists')
      ? pathAt(id, '/api/desk/reports/corporate-statement/file', { month: asked.month })
      : null;
  const title = t('reports.sections.corporateStatement');
  return (
    <Report
      title={title}
      period={<MonthChoice path="/reports/corporate-statement" month={asked.month} months={asked.months} />}
    >
      {statement === null ? (
        <Banner tone="warning" icon={CircleAlert} title={t('corporateStatement.mistake')}>
          {t('corporateStatement.mistakeText')}
        </Banner>
      ) : (
        <StatementOfMonth
          statement={statement}
          gym={name}
          fileHref={fileHref}
          membersPath={isAllowed(staff.role, 'readMembers') ? gymPath(slug, '/members') : null}
          outboxPath={isAllowed(staff.role, 'manageLocation') ? gymPath(slug, '/office/outbox') : null}
        />
      )}
    </Report>
  );
}
