import { answerRead } from '#lib/actions/answer-read.ts';
import { readStatus } from '#lib/desk/status/read-status.ts';

export const GET = (): Promise<Response> =>
  answerRead('readFloor', ({ desk, actor }) => readStatus(desk.db, actor.location.id, desk.clock()));
