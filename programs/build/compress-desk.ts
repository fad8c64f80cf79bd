import path from 'node:path';
import { root } from '#programs/base/run-program.ts';
import { compressBuild } from './compress-build.ts';

await compressBuild(path.join(root, '.next'));
