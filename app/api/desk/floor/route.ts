import { answerRead } from '#lib/actions/answer-read.ts';
import { readFloor } from '#lib/desk/presence/read-floor.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readFloor' }, ({ desk, actor }) => readFloor(desk, actor));
