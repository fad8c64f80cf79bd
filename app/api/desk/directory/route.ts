import { answerRead } from '#lib/actions/answer-read.ts';
import { directoryQuery } from '#lib/desk/search/list.ts';
import { searchDirectory } from '#lib/desk/search/search-directory.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readMembers', input: directoryQuery }, ({ desk, actor }, asked) =>
    searchDirectory(desk, actor.location, asked),
  );
