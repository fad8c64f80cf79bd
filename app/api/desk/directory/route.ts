import { answerRead } from '#lib/actions/answer-read.ts';
import { directoryQuery, listDirectory } from '#lib/desk/search/list.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead('readMembers', ({ desk, actor }) => {
    const asked = directoryQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    return listDirectory(desk.db, actor.location, asked, desk.clock());
  });
