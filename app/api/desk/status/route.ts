import { answerRead } from '#lib/actions/answer-read.ts';
import { readStatus } from '#lib/desk/status/read-status.ts';

export const GET = (): Promise<Response> =>
  answerRead('readFloor', ({ desk, at }) => readStatus(desk.db, at.location.id, desk.clock()));
