import { answerRead } from '#lib/actions/answer-read.ts';
import { readToday } from '#lib/desk/arrivals/read-today.ts';

/** What was said of today's last taps, at whichever window. */
export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'recordVisits' }, ({ desk, actor }) => readToday(desk, actor));
