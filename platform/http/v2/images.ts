import { PlatformError } from '#platform/base/errors.ts';
import { boundaryOf, maxFields, readFormFile } from '#platform/http/form-file.ts';
import { picturesInProgress } from '#platform/http/limits-in-words.ts';
import { newResource, noContent } from '#platform/http/resource.ts';
import { maxImageBytes } from '#platform/services/images/picture.ts';
import { removeImage } from '#platform/services/images/remove.ts';
import { storeImage } from '#platform/services/images/store.ts';
import { openUpload } from '#platform/services/images/upload.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const field = 'file';

/** For the document only: validation by a schema would read the whole form into memory first. */
const imageForm = {
  type: 'object' as const,
  required: [field],
  properties: {
    [field]: {
      type: 'string' as const,
      format: 'binary',
      description: 'JPEG or PNG, at most 16 MB and 50 megapixels.',
    },
  },
};

const upload = operationRoute('uploadImage', {
  tag: 'accounts',
  summary: "Upload a member's picture",
  description: 'A JPEG or PNG, which its content decides and not its name.',
  request: {
    params: accountIdParameter,
    body: { content: { 'multipart/form-data': { schema: imageForm } }, required: true },
  },
  responses: { 204: noContent('The picture is kept.') },
  causes: {
    400: `the file is not a picture that can be read, or has more than 50 megapixels, or the form has more than ${maxFields} fields`,
    429: `with \`Retry-After\`: ${picturesInProgress}`,
  },
});

const remove = operationRoute('deleteImage', {
  tag: 'accounts',
  summary: "Remove a member's picture",
  request: { params: accountIdParameter },
  responses: { 204: noContent('The member has no picture.') },
});

export const imageRoutes = newResource()
  .openapi(upload, async (c) => {
    const boundary = boundaryOf(c.req.header('content-type'));
    if (!boundary) throw new PlatformError('invalidRequest', 'The Content-Type must be multipart/form-data.');
    const call = c.get('call');
    const received = await openUpload(call, c.get('key').keyId);
    try {
      await readFormFile(c.req.raw.body, boundary, { field, maxBytes: maxImageBytes, take: received.add });
      await storeImage(call, c.req.valid('param').accountId, received);
    } finally {
      await received.close();
    }
    return c.body(null, 204);
  })
  .openapi(remove, async (c) => {
    await removeImage(c.get('call'), c.req.valid('param').accountId);
    return c.body(null, 204);
  });
