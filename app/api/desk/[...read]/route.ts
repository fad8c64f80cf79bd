import { answerRead } from '#lib/actions/answer-read.ts';

/** What screens read: each is said in `lib/wire/reads`. */
export const GET = (request: Request): Promise<Response> => answerRead(request);
