import { Dicer } from '@fastify/busboy';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { PlatformError } from '#platform/base/errors.ts';
import { boundaryOf, maxFields, readFormFile } from './form-file.ts';

afterEach(() => vi.restoreAllMocks());

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function read(body: ReadableStream<Uint8Array> | null, boundary: string, maxBytes = 1024): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await readFormFile(body, boundary, {
    field: 'file',
    maxBytes,
    take: (piece) => void pieces.push(Buffer.from(piece)),
  });
  return Buffer.concat(pieces);
}

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error) => {
      if (error instanceof PlatformError) return error.code;
      throw error;
    },
  );

const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const filePart = (content: string) => part('Content-Disposition: form-data; name="file"; filename="a.jpg"', content);
const readText = (form: string) => read(streamOf(Buffer.from(form)), 'b');

test('a file is received unchanged, however the network splits the form', async () => {
  const form = new FormData();
  form.set('note', 'before');
  const contents = fc.uint8Array({ maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(contents, fc.array(fc.integer({ min: 1, max: 90 })), async (content, cuts) => {
      form.set('file', new File([new Uint8Array(content)], 'a "quoted" name.jpg'));
      const request = new Request('http://localhost/', { method: 'PUT', body: form });
      const boundary = boundaryOf(request.headers.get('content-type') ?? '');
      const bytes = new Uint8Array(await request.arrayBuffer());
      const chunks: Uint8Array[] = [];
      let position = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(position, position + cut));
        position = Math.min(position + cut, bytes.length);
      }
      chunks.push(bytes.subarray(position));
      expect(await read(streamOf(...chunks), boundary ?? '')).toEqual(Buffer.from(content));
    }),
    { numRuns: 200 },
  );
});

test('text that resembles a boundary belongs to the file', async () => {
  const content = 'x--b\r\n--c\r\n\r\n--\r\n-b--';
  expect((await readText(`${filePart(content)}--b--`)).toString()).toBe(content);
});

test('a slow consumer gets the whole file, and the rest of the form is ignored, however the network splits it', async () => {
  const content = Buffer.alloc(200_000, 'abc');
  const note = part('Content-Disposition: form-data; name="note"', 'x'.repeat(70_000));
  const form = Buffer.from(`preamble\r\n${note}${filePart(content.toString())}${note}--b--\r\nepilogue`);
  for (const cut of [9, 70_100, 140_000, 270_100, 270_200, form.length - 15, form.length - 12, form.length - 3]) {
    const pieces: Buffer[] = [];
    const take = async (piece: Buffer) => {
      await new Promise((resolve) => setImmediate(resolve));
      pieces.push(Buffer.from(piece));
    };
    await readFormFile(streamOf(form.subarray(0, cut), form.subarray(cut)), 'b', {
      field: 'file',
      maxBytes: content.length,
      take,
    });
    expect(Buffer.concat(pieces).equals(content), `cut at ${cut}`).toBe(true);
  }
});

test('other fields, a preamble and an epilogue of the form are ignored', async () => {
  const note = part('content-disposition: form-data; name=note', 'name="file"');
  const tricky = part('Content-Disposition: form-data; filename="x; name=file"; name="other"', 'no');
  expect((await readText(`preamble\r\n${note}${tricky}${filePart('yes')}${note}--b--\r\nepilogue`)).toString()).toBe(
    'yes',
  );
});

test.each([
  ['nothing', ''],
  ['another boundary', filePart('x').replaceAll('--b', '--c')],
  ['no end', filePart('x')],
  ['a truncated file', filePart('x').slice(0, -3)],
  ['a field without headers', '--b\r\n\r\nx\r\n--b--'],
  ['a boundary in place of the file', `${filePart('--b\r\nx')}--b--`],
  ['no file field', `${part('Content-Disposition: form-data; name="picture"', 'x')}--b--`],
  ['two file fields', `${filePart('x')}${filePart('y')}--b--`],
  ['endless headers', `--b\r\nContent-Disposition: form-data; name="file"${'; a=b'.repeat(5_000)}\r\n\r\nx\r\n--b--`],
])('a form with %s is refused', async (_, form) => {
  expect(await refusal(readText(form))).toBe('invalidRequest');
});

test('a request without a body is refused', async () => {
  expect(await refusal(read(null, 'b'))).toBe('invalidRequest');
});

test('a file may have exactly the maximum length', async () => {
  const form = (length: number) => streamOf(Buffer.from(`${filePart('x'.repeat(length))}--b--`));
  expect(await read(form(1024), 'b')).toHaveLength(1024);
  expect(await refusal(read(form(1025), 'b'))).toBe('invalidRequest');
});

test('an endless body is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  expect(await refusal(read(endless, 'b'))).toBe('invalidRequest');
  expect(sent).toBeLessThan(3 * 1024 * 1024);
});

test('a form may have fifty fields, and not one more', async () => {
  const note = part('Content-Disposition: form-data; name="note"', 'x');
  expect((await readText(`${note.repeat(maxFields - 1)}${filePart('yes')}--b--`)).toString()).toBe('yes');
  expect(await refusal(readText(`${note.repeat(maxFields)}${filePart('yes')}--b--`))).toBe('invalidRequest');
});

test.each([
  ['empty fields', '--b\r\nA:\r\n\r\n\r\n'],
  ['fields without a head', '--b\r\n'],
])('a form of endless %s is not read beyond the fifty-first', async (_, field) => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        sent += 1;
        controller.enqueue(Buffer.from(field));
      },
    },
    { highWaterMark: 0 },
  );
  expect(await refusal(read(endless, 'b'))).toBe('invalidRequest');
  expect(sent).toBeLessThan(55);
});

test('fields beyond the fifty-first are not parsed, even if they arrive in the same chunk', async () => {
  const parsed = vi.spyOn(Dicer.prototype, 'emit');
  const form = '--b\r\nA:\r\n\r\n\r\n'.repeat(5_000);
  expect(await refusal(readText(form))).toBe('invalidRequest');
  expect(parsed.mock.calls.filter(([event]) => event === 'part')).toHaveLength(51);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data;charset=utf-8;  Boundary="a b:c"', 'a b:c'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  ['', undefined],
])('the boundary of "%s" is %s', (contentType, boundary) => expect(boundaryOf(contentType)).toBe(boundary));
