import { z } from '@hono/zod-openapi';
import { maxImageBytes } from '#platform/services/images/picture.ts';
import { removeImage } from '#platform/services/images/remove.ts';
import { storeImage } from '#platform/services/images/store.ts';
import { newResource, noContent, operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const imageForm = z.object({
  file: z
    .custom<File>((value) => value instanceof File, 'Must be a file.')
    .refine(({ size }) => size <= maxImageBytes, 'Must be at most 16 MB long.')
    .openapi({ type: 'string', format: 'binary', description: 'JPEG or PNG, at most 16 MB.' }),
});

const upload = operationRoute('uploadImage', {
  tag: 'accounts',
  summary: "Upload a member's picture",
  description: 'A JPEG or PNG, which its content decides and not its name.',
  request: {
    params: accountIdParameter,
    body: { content: { 'multipart/form-data': { schema: imageForm } }, required: true },
  },
  responses: { 204: noContent('The picture is kept.') },
});

const remove = operationRoute('deleteImage', {
  tag: 'accounts',
  summary: "Remove a member's picture",
  request: { params: accountIdParameter },
  responses: { 204: noContent('The member has no picture.') },
});

export const imageRoutes = newResource()
  .openapi(upload, async (c) => {
    const bytes = new Uint8Array(await c.req.valid('form').file.arrayBuffer());
    await storeImage(c.get('call'), c.req.valid('param').accountId, bytes, 'file');
    return c.body(null, 204);
  })
  .openapi(remove, async (c) => {
    await removeImage(c.get('call'), c.req.valid('param').accountId);
    return c.body(null, 204);
  });
