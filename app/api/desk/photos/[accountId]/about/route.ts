import { answerRead } from '#lib/actions/answer-read.ts';
import { findPhotoUrl } from '#lib/desk/photos/read-photo.ts';

/** Where the picture of a member is. */
export const GET = (_request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead('readFloor', async ({ desk, at }) => ({
    photoUrl: await findPhotoUrl(desk.db, at.location.id, (await params).accountId),
  }));
