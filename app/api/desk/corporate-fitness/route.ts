import { answerRead } from '#lib/actions/answer-read.ts';
import { listCorporateEndings } from '#lib/desk/corporate-fitness/list-endings.ts';
import { dayRangeInput } from '#lib/wire/corporate-fitness.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readMembers', input: dayRangeInput }, ({ desk, actor }, range) =>
    listCorporateEndings(desk, actor.location, range),
  );
