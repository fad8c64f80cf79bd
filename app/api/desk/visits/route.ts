import { answerRead } from '#lib/actions/answer-read.ts';
import { listVisitsOfDay, visitsOfDayQuery } from '#lib/desk/visits/list-day.ts';

/** Arrivals and departures of a day, or of several. */
export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readMembers', input: visitsOfDayQuery }, ({ desk, actor }, asked) =>
    listVisitsOfDay(desk.db, actor.location, asked),
  );
