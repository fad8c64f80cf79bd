import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { compressedName, isCompressible } from '#lib/server/door/serve-compressed.ts';

const brotli = promisify(zlib.brotliCompress);

/** Writes a Brotli-compressed copy of each script and style beside the original, at the highest level. */
export async function compressBuild(buildFolder: string): Promise<void> {
  const folder = path.join(buildFolder, 'static');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCompressible);
  await Promise.all(files.map((file) => compressFile(path.join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const plain = await fs.promises.readFile(file);
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const compressed = await brotli(plain, { params });
  // files of a few hundred bytes can grow
  if (compressed.length < plain.length) await fs.promises.writeFile(compressedName(file), compressed);
}
