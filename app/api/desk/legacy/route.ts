import { answerRead } from '#lib/actions/answer-read.ts';
import { readLegacy } from '#lib/desk/legacy-connectivity/read-legacy.ts';
import type { LegacyAnswer } from '#lib/wire/answers/legacy-connectivity.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(
    request,
    { permission: 'manageLocation' },
    async (context): Promise<LegacyAnswer> => ({ legacy: await readLegacy(context) }),
  );
