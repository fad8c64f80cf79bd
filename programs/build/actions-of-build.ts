import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';

/** The name of a server action in the sources, by its id; undefined for an id that the desk does not have. */
export type ActionOf = (id: string) => string | undefined;

interface ActionsManifest {
  node: Record<string, { filename?: string; exportedName?: string }>;
}

/** Reads the server actions of the built desk; in development, every well-formed id is accepted. */
export function actionsOfBuild(dev: boolean): ActionOf {
  if (dev) return (id) => (/^[0-9a-f]{40,42}$/.test(id) ? 'action' : undefined);
  const manifest = path.join(root, '.next', 'server', 'server-reference-manifest.json');
  const { node } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as ActionsManifest; // safe because: Next wrote it
  return (id) => (Object.hasOwn(node, id) ? (node[id]?.exportedName ?? 'action') : undefined);
}
