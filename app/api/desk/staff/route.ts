import { answerRead } from '#lib/actions/answer-read.ts';
import { listColleagues } from '#lib/desk/staff/list-colleagues.ts';

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'manageLocation' }, listColleagues);
