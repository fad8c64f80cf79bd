import { answerPost } from '#lib/actions/answer-post.ts';
import { answerRequest } from '#lib/actions/answer-read.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { requireStaff } from '#lib/auth/require-staff.ts';
import { keepPhoto } from '#lib/desk/photos/keep-photo.ts';
import { readPhoto } from '#lib/desk/photos/photos.ts';
import { readUpload } from '#lib/desk/photos/read-upload.ts';
import { largestPhotoBytes, type PhotoOutcome, photoInput } from '#lib/wire/photos.ts';

interface Place {
  params: Promise<{ accountId: string }>;
}

// no-store: a picture is kept nowhere but in the page that shows it
const headers = { 'content-type': 'image/webp', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The picture of a member of the location somebody works for. */
export const GET = (_request: Request, { params }: Place): Promise<Response> =>
  answerRequest(async () => {
    const { desk, actor } = await requireStaff('readFloor');
    const picture = await readPhoto(desk, actor.location.id, (await params).accountId);
    return picture
      ? new Response(new Uint8Array(picture), { headers })
      : new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  });

/** Takes a file as the picture of a member. A route and not a server action: its progress can be shown. */
export async function POST(request: Request, { params }: Place): Promise<Response> {
  const { accountId } = await params;
  const { x, y, size, ...query } = Object.fromEntries(new URL(request.url).searchParams);
  const raw = { ...query, accountId, crop: size === undefined ? undefined : { x, y, size } };
  return answerPost(request, { mediaType: 'application/octet-stream' }, () =>
    runAction(
      { permission: 'editMembers', input: photoInput },
      raw,
      async (context, { locationId, crop }): Promise<PhotoOutcome> => {
        const { location } = placeAt(context, locationId);
        const file = await readUpload(request, largestPhotoBytes);
        return file
          ? keepPhoto(context.desk, location, { accountId, file, crop })
          : { kind: 'refused', because: 'tooLarge' };
      },
    ),
  );
}
