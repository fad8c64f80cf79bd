import { answerGet } from '#lib/server/actions/answer-get.ts';
import { answerPost } from '#lib/server/actions/answer-post.ts';
import { runAction } from '#lib/server/actions/run-action.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { keepPhoto } from '#lib/server/photos/keep-photo.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { readUpload } from '#lib/server/photos/read-upload.ts';
import { readArrivals } from '#lib/server/presence/list.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { largestPhotoBytes, type PhotoOutcome, photoInput } from '#lib/wire/photos.ts';

interface Place {
  params: Promise<{ accountId: string }>;
}

// no-store: a photo is kept only by the page that shows it
const headers = { 'content-type': 'image/webp', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The photo of a member of the location: for those who may read all members, and on the floor of members who are in. */
export const GET = (request: Request, { params }: Place): Promise<Response> =>
  answerGet(request, { permission: 'readFloor' }, async (context) => {
    const { accountId } = await params;
    const picture = (await maySee(context, accountId))
      ? await readPhoto(context.desk, { locationId: context.actor.location.id, accountId })
      : null;
    return picture
      ? new Response(new Uint8Array(picture), { headers })
      : new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  });

async function maySee({ desk, actor, staff }: StaffContext, accountId: string): Promise<boolean> {
  if (isAllowed(staff.role, 'readMembers')) return true;
  return (await readArrivals({ desk, actor }, { accountIds: [accountId] })).has(accountId);
}

const permission = 'editMembers';

/** Uploads the photo of a member. A route and not a server action: a route can report progress. */
export async function POST(request: Request, { params }: Place): Promise<Response> {
  const { accountId } = await params;
  const { x, y, size, ...query } = Object.fromEntries(new URL(request.url).searchParams);
  const raw = { ...query, accountId, crop: size === undefined ? undefined : { x, y, size } };
  return answerPost(request, { mediaType: 'application/octet-stream' }, () =>
    runAction({ permission, input: photoInput }, raw, async (context, { crop }): Promise<PhotoOutcome> => {
      const file = await readUpload(context, request, { mostBytes: largestPhotoBytes, permission });
      return file ? keepPhoto(context, { accountId, file, crop }) : { kind: 'refused', because: 'tooLarge' };
    }),
  );
}
