import fs from 'node:fs';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { findKnownHoles } from './audit/known-holes.ts';
import { lockedVersionsIn } from './audit/locked-versions.ts';

// Lists packages of the lock file with publicly known vulnerabilities, and exits with 1 if there are any.
await runOnce(async () => {
  const locked = lockedVersionsIn(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const answer = await findKnownHoles(locked);
  if ('unreached' in answer) {
    throw new UserError(
      `No source of known holes responded, so nothing is known (${answer.unreached.join('; ')}): run it where one of them can be reached.`,
    );
  }
  const { source, holes } = answer;
  for (const { name, version, id, url } of holes) console.log(`${name} ${version}  ${id}  ${url}`);
  const asked = `${Object.keys(locked).length} packages, asked of ${source}`;
  console.log(holes.length === 0 ? `No known hole in ${asked}.` : `${holes.length} known holes in ${asked}.`);
  return holes.length === 0 ? 0 : 1;
});
