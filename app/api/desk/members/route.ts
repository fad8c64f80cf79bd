import { answerRead } from '#lib/actions/answer-read.ts';
import { searchMembers } from '#lib/desk/directory/search.ts';
import { searchInput } from '#lib/wire/directory.ts';

const isActivity = { isActivity: true };

export const GET = (request: Request): Promise<Response> =>
  answerRead(
    'recordVisits',
    ({ desk, at }) => {
      const { q } = searchInput.parse(Object.fromEntries(new URL(request.url).searchParams));
      return searchMembers(desk.db, at.location.id, q);
    },
    isActivity,
  );
