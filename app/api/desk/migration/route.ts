import { z } from 'zod';
import { answerPost } from '#lib/server/actions/answer-post.ts';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { runAction } from '#lib/server/actions/run-action.ts';
import { startMigration } from '#lib/server/migration/start-migration.ts';
import { readUpload } from '#lib/server/photos/read-upload.ts';
import { largestFileBytes, type StartOutcome } from '#lib/wire/migration.ts';

const permission = 'manageLocation';
const input = z.object({ locationId: z.uuid() });

export const GET = (request: Request): Promise<Response> => answerRead(request);

/** Uploads a list of user ids. A route, because the size limit of server actions is too small for it. */
export function POST(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return answerPost(request, { mediaType: 'application/octet-stream' }, () =>
    runAction({ permission, input }, query, async (context): Promise<StartOutcome> => {
      const file = await readUpload(context, request, { mostBytes: largestFileBytes, permission });
      return file ? startMigration(context, { file }) : { kind: 'refused', because: 'tooLarge', firstBad: [] };
    }),
  );
}
