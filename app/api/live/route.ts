import { answerLive } from '#lib/server/actions/answer-live.ts';

export const GET = (request: Request): Promise<Response> => answerLive(request);
