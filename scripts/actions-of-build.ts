import fs from 'node:fs';
import path from 'node:path';
import { root } from './run-program.ts';

/** Whether a server action is in the built desk; while it is developed, whether it could be one. */
export function actionsOfBuild(dev: boolean): (id: string) => boolean {
  if (dev) return (id) => /^[0-9a-f]{40,42}$/.test(id);
  const manifest = path.join(root, '.next', 'server', 'server-reference-manifest.json');
  const { node } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { node: Record<string, unknown> }; // safe because: Next wrote it
  return (id) => Object.hasOwn(node, id);
}
