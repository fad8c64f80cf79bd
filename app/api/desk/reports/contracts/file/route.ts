import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { writeContracts } from '#lib/server/contracts/write-contracts.ts';
import { csvResponse } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { contractsFile } from '#lib/wire/contracts.ts';
import { nameMembershipTypesBy } from '#lib/wire/membership-type.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

const names = {
  ending: 'contracts-ending',
  prospects: 'prospects',
  notStarted: 'contracts-not-started',
  notSeen: 'contracts-begun-not-here',
  newMembers: 'new-members',
  birthdays: 'birthdays',
} as const;

/** A list of the report about contracts, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists', input: contractsFile }, async ({ desk, actor }, file) => {
    const { location, staffId } = actor;
    await writeAudit(desk.db, desk, { locationId: location.id, staffId, action: 'exportMembers' });
    const nameType = nameMembershipTypesBy(await getTranslations('membershipTypes'));
    const words = { say: await getTranslations('contracts.columns'), locale: await getLocale(), nameType };
    const today = dayOf(desk.clock(), location.timeZone);
    return csvResponse(
      { gym: location, name: `${names[file.list]}-${today}` },
      writeContracts({ desk, actor }, { file, words }),
    );
  });
