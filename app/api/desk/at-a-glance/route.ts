import { answerRead } from '#lib/actions/answer-read.ts';
import { glance } from '#lib/desk/arrivals/glance.ts';
import type { GlanceAnswer } from '#lib/wire/answers/verdict.ts';
import { glanceInput } from '#lib/wire/taps.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(
    request,
    { permission: 'recordVisits', input: glanceInput, isActivity: true },
    async ({ desk, actor }, input): Promise<GlanceAnswer> => ({ glance: await glance(desk.db, actor.location, input) }),
  );
