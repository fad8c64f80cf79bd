import { answerRead } from '#lib/actions/answer-read.ts';
import { readPresence } from '#lib/desk/presence/list.ts';

export const GET = (): Promise<Response> =>
  answerRead('readFloor', ({ desk, at }) => readPresence(desk.db, at.location, desk.clock()));
