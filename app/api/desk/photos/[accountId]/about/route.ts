import { answerRead } from '#lib/actions/answer-read.ts';
import { findPhotoUrl } from '#lib/desk/photos/photos.ts';

/** Where the picture of a member is. */
export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readFloor', async ({ desk, actor }) => {
    const { accountId } = await params;
    return { photoUrl: await findPhotoUrl(desk.db, actor.location.id, accountId) };
  });
