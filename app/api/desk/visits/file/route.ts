import { getLocale, getTranslations } from 'next-intl/server';
import { answerRequest } from '#lib/actions/answer-read.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { csvResponse, separatorOf } from '#lib/csv/write-csv.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { writeVisits } from '#lib/desk/visits/write-day.ts';
import { visitFilter } from '#lib/wire/visits.ts';

/** The visits of a day, or of several, as a file for a spreadsheet. Who took it is kept. */
export const GET = (request: Request): Promise<Response> =>
  answerRequest(async () => {
    const { desk, actor } = await requireStaff('exportLists');
    const filter = visitFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { location, staffId } = actor;
    const { day, until = day } = filter;
    const days = day === until ? day : `${day}-${until}`;
    await writeAudit(desk.db, desk, { locationId: location.id, staffId, action: 'exportVisits', reason: days });
    const words = { say: await getTranslations('visits'), separator: separatorOf(await getLocale()) };
    return csvResponse(`visits-${days}`, writeVisits(desk.db, location, filter, words));
  });
