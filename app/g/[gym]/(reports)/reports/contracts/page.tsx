import type { Metadata } from 'next';
import { Contracts } from '#components/reports/contracts/contracts.tsx';
import { Report } from '#components/reports/report.tsx';
import { openPage } from '#lib/server/auth/open-page.ts';
import { readContracts } from '#lib/server/contracts/read-contracts.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { type ContractsFile, contractsChoice } from '#lib/wire/contracts.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('contracts'),
});

export default async function ContractsPage({ params, searchParams }: PageProps<'/g/[gym]/reports/contracts'>) {
  const context = await openPage('readReports', params);
  const { actor, staff } = context;
  const { id: locationId, name } = actor.location;
  const t = await getTranslations('reports.sections');
  const choice = contractsChoice.parse(await searchParams);
  const query = { within: String(choice.within), visits: String(choice.visits) };
  const fileHrefOf = (list: ContractsFile['list']) =>
    isAllowed(staff.role, 'exportLists')
      ? pathAt(locationId, '/api/desk/reports/contracts/file', { list, ...query })
      : null;
  return (
    <Report title={t('contracts')} gym={name}>
      <Contracts
        report={await readContracts(context, choice)}
        choice={choice}
        fileHrefOf={fileHrefOf}
        isLinked={isAllowed(staff.role, 'readMembers')}
      />
    </Report>
  );
}
