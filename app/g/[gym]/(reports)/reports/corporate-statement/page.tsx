import { CircleAlert } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Report } from '#components/reports/report.tsx';
import { MonthChoice } from '#components/reports/statement/month-choice.tsx';
import { StatementOfMonth } from '#components/reports/statement/statement-of-month.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { readAskedMonth } from '#lib/server/admissions/asked-month.ts';
import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { requireStatementGym } from '#lib/server/admissions/statement-gym.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { statementGym } from '#lib/wire/corporate-statement.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('corporateStatement'),
});

type Asked = Record<string, string | string[] | undefined>;

export default async function CorporateStatementPage({
  params,
  searchParams,
}: PageProps<'/g/[gym]/reports/corporate-statement'>) {
  const context = await openPage('readReports', params);
  const { desk, actor, staff } = context;
  const address = await searchParams;
  const { id } = actor.location;
  const location = await gymOf(context, address);
  const { slug, name, retiredAt } = location;
  const t = await getTranslations();
  const ofGym = { desk, actor: { location } };
  const { month, months } = await readAskedMonth(ofGym, address);
  const statement = month === null ? null : await readCorporateStatement(ofGym, { month });
  const retired = retiredAt === null ? null : slug;
  const fileHref =
    month !== null && isAllowed(staff.role, 'exportLists')
      ? pathAt(id, '/api/desk/reports/corporate-statement/file', { month, ...(retired && { retired }) })
      : null;
  const title = t('reports.sections.corporateStatement');
  const pathFor = (permission: StaffPermission, path: string) =>
    retired === null && isAllowed(staff.role, permission) ? gymPath(slug, path) : null;
  return (
    <Report
      title={retired === null ? title : `${title}: ${name}`}
      gym={name}
      period={<MonthChoice path="/reports/corporate-statement" retired={retired} month={month} months={months} />}
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
          membersPath={pathFor('readMembers', '/members')}
          outboxPath={pathFor('manageLocation', '/office/outbox')}
        />
      )}
    </Report>
  );
}

/** A retired gym that is not the person's is not found, as one that does not exist. */
async function gymOf(context: StaffContext, address: Asked): Promise<Location> {
  const asked = statementGym.safeParse(address);
  if (!asked.success) notFound();
  try {
    return await requireStatementGym(context, asked.data);
  } catch (error) {
    if (error instanceof ActionFailure) notFound();
    throw error;
  }
}
