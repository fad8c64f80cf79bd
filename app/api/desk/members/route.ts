import { answerRead } from '#lib/actions/answer-read.ts';
import { searchMembers } from '#lib/desk/search/search-members.ts';
import { searchInput } from '#lib/wire/directory.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'recordVisits', input: searchInput, isActivity: true }, ({ desk, actor }, { q }) =>
    searchMembers(desk, actor.location, q),
  );
