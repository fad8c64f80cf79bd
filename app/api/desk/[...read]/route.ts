import { answerRead } from '#lib/server/actions/answer-read.ts';

/** What screens read: each is said in `lib/wire/reads`. */
export const GET = (request: Request): Promise<Response> => answerRead(request);
