import { answerRead } from '#lib/actions/answer-read.ts';
import { readDemo } from '#lib/desk/demo/outage.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'recordVisits' }, ({ desk, actor }) => readDemo(desk, actor.location));
