import { answerRead } from '#lib/actions/answer-read.ts';
import { searchMembers } from '#lib/desk/search/search-members.ts';
import { searchInput } from '#lib/wire/directory.ts';

const isActivity = { isActivity: true };

export const GET = (request: Request): Promise<Response> =>
  answerRead(
    'recordVisits',
    ({ desk, actor }) => {
      const { q } = searchInput.parse(Object.fromEntries(new URL(request.url).searchParams));
      return searchMembers(desk.db, actor.location, q, desk.clock());
    },
    isActivity,
  );
