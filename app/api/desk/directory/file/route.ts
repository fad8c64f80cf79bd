import { getLocale } from 'next-intl/server';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { csvResponse, separatorOf } from '#lib/server/csv/write-csv.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { fileWords, writeDirectory } from '#lib/server/search/write-directory.ts';
import { readDirectoryFilters } from '#lib/wire/directory.ts';
import { nameMembershipTypesBy } from '#lib/wire/membership-type.ts';

/** The members that match the filters of the query, as a spreadsheet file. The audit log records who exported it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'exportLists' }, async ({ desk, actor }) => {
    const filters = readDirectoryFilters(new URL(request.url).searchParams);
    const separator = separatorOf(await getLocale());
    const nameType = nameMembershipTypesBy(await getTranslations('membershipTypes'));
    const words = fileWords(await getTranslations('directory.file'), { separator, nameType });
    await writeAudit(desk.db, desk, { locationId: actor.location.id, staffId: actor.staffId, action: 'exportMembers' });
    return csvResponse({ gym: actor.location, name: 'members' }, writeDirectory({ desk, actor }, { filters, words }));
  });
