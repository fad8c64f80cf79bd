import fs from 'node:fs';
import path from 'node:path';
import { drawIcons } from './icons/draw-icons.ts';
import { runOnce } from './run-command.ts';
import { root } from './run-program.ts';

await runOnce(async () => {
  const icons = await drawIcons();
  for (const [file, bytes] of icons) fs.writeFileSync(path.join(root, 'public', file), bytes);
  console.log(`${icons.size} icons in public.`);
  return 0;
});
