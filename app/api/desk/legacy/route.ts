import { answerRead } from '#lib/actions/answer-read.ts';
import { readLegacy } from '#lib/desk/legacy-connectivity/read-legacy.ts';

export const GET = (): Promise<Response> => answerRead('manageLocation', readLegacy);
