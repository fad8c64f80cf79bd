import { answerRead } from '#lib/actions/answer-read.ts';
import { findPhotoUrl } from '#lib/desk/photos/photos.ts';

/** Where the picture of a member is, for the member's page. */
export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers' }, async ({ desk, actor }) => {
    const { accountId } = await params;
    return { photoUrl: await findPhotoUrl(desk.db, actor.location.id, accountId) };
  });
