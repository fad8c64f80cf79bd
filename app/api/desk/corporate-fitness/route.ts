import { answerRead } from '#lib/actions/answer-read.ts';
import { listCorporateEndings } from '#lib/desk/corporate-fitness/list-endings.ts';
import { dayRangeInput } from '#lib/wire/corporate-fitness.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead('readMembers', ({ desk, actor }) => {
    const range = dayRangeInput.parse(Object.fromEntries(new URL(request.url).searchParams));
    return listCorporateEndings(desk, actor.location, range);
  });
