import fs from 'node:fs';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { drawIcons } from './icons/draw-icons.ts';

await runOnce(async () => {
  const icons = await drawIcons();
  for (const [file, bytes] of icons) fs.writeFileSync(path.join(root, 'public', file), bytes);
  console.log(`${icons.size} icons in public.`);
  return 0;
});
