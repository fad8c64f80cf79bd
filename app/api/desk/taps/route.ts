import { answerRead } from '#lib/server/actions/answer-read.ts';
import { answerTap } from '#lib/server/actions/answer-tap.ts';

export const GET = (request: Request): Promise<Response> => answerRead(request);
export const POST = (request: Request): Promise<Response> => answerTap(request);
