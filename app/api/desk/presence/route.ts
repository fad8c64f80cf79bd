import { answerRead } from '#lib/actions/answer-read.ts';
import { readPresence } from '#lib/desk/presence/list.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readFloor' }, ({ desk, actor }) => readPresence(desk, actor.location));
