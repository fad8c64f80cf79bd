import { answerRead } from '#lib/actions/answer-read.ts';
import { readDemo } from '#lib/desk/demo/outage.ts';

export const GET = (): Promise<Response> =>
  answerRead('recordVisits', ({ desk, actor }) => readDemo(desk, actor.location));
