import { answerRead } from '#lib/actions/answer-read.ts';
import { findPhotoVersion } from '#lib/desk/photos/photos.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';

/** Where the picture of a member is. */
export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readFloor', async ({ desk, actor }) => {
    const { accountId } = await params;
    return { photoUrl: photoUrlOf(accountId, await findPhotoVersion(desk.db, actor.location.id, accountId)) };
  });
