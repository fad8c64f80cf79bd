import { answerRead } from '#lib/actions/answer-read.ts';
import { listVisitsOfDay, visitsOfDayQuery } from '#lib/desk/visits/list-day.ts';

/** Arrivals and departures of a day, or of several. */
export const GET = (request: Request): Promise<Response> =>
  answerRead('readMembers', ({ desk, actor }) => {
    const asked = visitsOfDayQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    return listVisitsOfDay(desk.db, actor.location, asked);
  });
