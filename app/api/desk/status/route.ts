import { answerRead } from '#lib/actions/answer-read.ts';
import { readStatus } from '#lib/desk/status/read-status.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readFloor' }, ({ desk, actor }) => readStatus(desk, actor.location.id));
