import { answerRead } from '#lib/server/actions/answer-read.ts';

/** The reads of all screens, each defined in `lib/wire/reads`. */
export const GET = (request: Request): Promise<Response> => answerRead(request);
