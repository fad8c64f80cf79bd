import { answerGet } from '#lib/server/actions/answer-get.ts';
import { exportFileInput, openExportFile } from '#lib/server/export-orders/open-export-file.ts';

/** The file of an order, passed on from the platform while it comes. The log records who fetched it. */
export const GET = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation', input: exportFileInput }, async (context, { orderId }) => {
    const { name, contentType, body } = await openExportFile(context, { orderId, leaving: request.signal });
    return new Response(body, {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });

/** Next would answer it by GET, and leave the file that was opened unread. */
export const HEAD = (request: Request): Promise<Response> =>
  answerGet(request, { permission: 'manageLocation' }, async () => {
    return new Response(null, { status: 405, headers: { allow: 'GET' } });
  });
